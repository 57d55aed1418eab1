/** Whether a response of this `Content-Type` may be a page: HTML, or no type. A blank value is no type. */
export function isHtml(contentType: string | null): boolean {
  return /^\s*(?:$|(?:text\/html|application\/xhtml\+xml)(?:[;,\s]|$))/i.test(contentType ?? '');
}
