import { Tokenizer } from 'htmlparser2';
import { IGNORED_TOKENS } from '../../src/lists/reading/ignored-tokens.ts';

/** The most elements, texts and attributes of a page that become a tree. A tree of this size takes some 30 MB. */
const MAX_PARTS = 100_000;
/** The length of a piece, in UTF-16 units. */
const PIECE = 16 * 1024;

/** The start of a page that is not too large for a tree. Returns the whole page if it is not. */
export function startOfTree(html: string): string {
  let parts = 0;
  const count = (): void => {
    parts++;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    { ...IGNORED_TOKENS, onopentagname: count, onattribname: count, ontext: count, oncomment: count },
  );
  for (let at = 0; at < html.length; at += PIECE) {
    if (parts > MAX_PARTS) return html.slice(0, at);
    tokenizer.write(html.slice(at, at + PIECE));
  }
  return html;
}
