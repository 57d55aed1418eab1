/** The marks in a script after `<!--` that change the state of the tokenizer. */
const MARKS = /-->|<(\/?)script[\t\n\f\r />]/gi;

/** The end tags of scripts in a comment within a script, which end no script. */
export interface EscapedScripts {
  /** The offsets of their `<`. */
  readonly endTags: readonly number[];
  /** The end of the comment or of the script. Nothing before it needs to be examined again. */
  readonly end: number;
}

/**
 * Reads the text of a script from a `<!--` on, in the escaped and double escaped states of the HTML Standard (13.2.5.18
 * to 13.2.5.31), which htmlparser2 does not implement.
 *
 * @param start the offset of the `<!--`
 */
export function escapedScripts(html: string, start: number): EscapedScripts {
  const endTags: number[] = [];
  let isDouble = false;
  // `<!-->` ends immediately.
  MARKS.lastIndex = start + '<!'.length;
  for (let mark = MARKS.exec(html); mark !== null; mark = MARKS.exec(html)) {
    const isEndTag = mark[1] === '/';
    if (mark[0] === '-->' || (isEndTag && !isDouble)) return { endTags, end: mark.index };
    if (isEndTag) endTags.push(mark.index);
    isDouble = !isEndTag;
  }
  return { endTags, end: html.length };
}
