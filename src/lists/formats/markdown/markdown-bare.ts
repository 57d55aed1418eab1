/** After these characters, `http://` is part of a word, an attribute or a quotation. */
const NOT_BEHIND = /[A-Za-z0-9"'=/+.-]/;
const SCHEME = /^https?:\/\/[^\s<>[\]()`".,:;!?'*_~|]/i;

/** Whether a bare URL starts at an index (GFM 6.9). */
export function isBareUrlStart(text: string, index: number): boolean {
  if (index > 0 && NOT_BEHIND.test(text.charAt(index - 1))) return false;
  return SCHEME.test(text.slice(index, index + 'https://x'.length));
}

/** The end of the bare URL that starts at an index, without punctuation that ends a sentence or encloses the URL. */
export function bareUrlEnd(text: string, start: number): number {
  let end = start;
  let brackets = 0;
  // The number of open parentheses, negative if more are closed.
  let parentheses = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x3c || code === 0x3e || code === 0x60 || code === 0x22 || code === 0x7c) break;
    if (code === 0x28) parentheses++;
    else if (code === 0x29) parentheses--;
    else if (code === 0x5b) brackets++;
    else if (code === 0x5d && --brackets < 0) break;
  }
  for (; end > start; end--) {
    const last = text.charAt(end - 1);
    if (last === ')' && parentheses < 0) parentheses++;
    else if (!".,:;!?'*_~".includes(last)) break;
  }
  return end;
}
