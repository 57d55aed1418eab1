import type { Discovery } from '../../crawler/discovery.ts';
import { DocumentReader } from '../../crawler/document-reader.ts';
import type { Frontier } from '../../db/index.ts';

/** A reader that follows all links, for tests without a program's handler and without selectors. */
export function plainReader(frontier: Frontier, discovery: Discovery): DocumentReader {
  return new DocumentReader({
    frontier,
    recorder: { epoch: 0, add: (found, _, on) => frontier.add(found, on) },
    discovery,
    obeysNofollow: false,
    productToken: '*',
    visit: null,
    selection: null,
  });
}
