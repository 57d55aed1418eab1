/** Whether a response of this `Content-Type` may be a page: HTML, or no type declared. */
export function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)(?:[;,\s]|$)/i.test(contentType);
}
