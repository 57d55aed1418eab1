/** Whether a response of this `Content-Type` may be a page: HTML, or the type is missing or blank. */
export function isHtml(contentType: string | null): boolean {
  return /^\s*(?:$|(?:text\/html|application\/xhtml\+xml)(?:[;,\s]|$))/i.test(contentType ?? '');
}
