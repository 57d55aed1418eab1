import { NOWHERE, type Output } from '../../lists/output.ts';
import { decodeBytes } from '../../text/bytes.ts';
import { quoted } from './printable.ts';

interface Member {
  readonly url: string;
  readonly file: string;
  readonly line: number;
  readonly passes: readonly string[];
}

/** Takes the groups that `dedup --groups` writes, and passes on a line for each duplicate. */
export class DuplicateLines implements Output {
  /** How many duplicates there were. */
  count = 0;
  readonly flush: Output['flush'];
  readonly copy: Output['copy'] = NOWHERE.copy;
  readonly close: Output['close'] = NOWHERE.close;
  readonly discard: Output['discard'] = NOWHERE.discard;
  readonly #line: (text: string) => void;
  readonly #isJson: boolean;

  /** @param out where the lines go; with `isJson`, they are the groups */
  constructor(out: { readonly line: (text: string) => void; readonly flush: () => Promise<void> }, isJson: boolean) {
    this.#line = (text) => out.line(text);
    this.flush = () => out.flush();
    this.#isJson = isJson;
  }

  readonly text: Output['text'] = (bytes) => {
    const group = decodeBytes(bytes).trimEnd();
    const { members }: { readonly members: readonly Member[] } = JSON.parse(group);
    const [first, ...others] = members;
    if (first === undefined) return;
    this.count += others.length;
    if (this.#isJson) return this.#line(group);
    for (const other of others) this.#line(lineOf(other, first));
  };
}

/** Like the messages of compilers: `FILE:LINE: …`, which editors lead to. */
function lineOf({ file, line, url, passes }: Member, first: Member): string {
  const all = [...new Set([...first.passes, ...passes])];
  const why = url === first.url ? 'identical' : all.join(', ');
  return `${quoted(file)}:${line}: ${quoted(url)} is a duplicate of line ${first.line}, ${quoted(first.url)} (${why})`;
}
