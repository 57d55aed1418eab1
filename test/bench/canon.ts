import { benchFacts } from './canon-facts.ts';
import { benchGrowth } from './canon-growth.ts';
import { dirtyList, realLists } from './canon-lists.ts';
import { benchMany } from './canon-many.ts';
import { benchProcess } from './canon-process.ts';
import { benchRivals } from './canon-rivals.ts';

/** The canonicalizer under the profile `standard`: beside others, over URLs of growing length, and as a whole process. */
export async function benchCanon(print: (line: string) => void): Promise<void> {
  const lists = [...realLists(), dirtyList(20_000)];
  benchRivals(lists, print);
  print('');
  benchMany(lists, print);
  print('');
  benchFacts(print);
  print('');
  benchGrowth(print);
  print('');
  benchProcess(lists, print);
}
