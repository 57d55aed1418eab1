/** What a script's text may hold from `<!--` on, of which the state of the tokenizer depends. */
const MARKS = /-->|<(\/?)script[\t\n\f\r />]/gi;

/** End tags of scripts that stand in a comment within a script, and end none. */
export interface EscapedScripts {
  /** Offsets of their `<`. */
  readonly endTags: readonly number[];
  /** Where the comment ends, or the script: nothing up to there is to be looked at again. */
  readonly end: number;
}

/**
 * Reads the text of a script from a `<!--` on: HTML Standard 13.2.5.18 to 13.2.5.31, the escaped and double escaped
 * states, which htmlparser2 does not know.
 *
 * @param start the offset of the `<!--`
 */
export function escapedScripts(html: string, start: number): EscapedScripts {
  const endTags: number[] = [];
  let isDouble = false;
  // `<!-->` ends where it begins.
  MARKS.lastIndex = start + '<!'.length;
  for (let mark = MARKS.exec(html); mark !== null; mark = MARKS.exec(html)) {
    const isEndTag = mark[1] === '/';
    if (mark[0] === '-->' || (isEndTag && !isDouble)) return { endTags, end: mark.index };
    if (isEndTag) endTags.push(mark.index);
    isDouble = !isEndTag;
  }
  return { endTags, end: html.length };
}
