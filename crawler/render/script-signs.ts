import type { PageDocument } from '../page/document.ts';

/** Fewer links or words than these are few. */
const FEW_LINKS = 3;
const FEW_WORDS = 50;
/** How much of a page is searched, in bytes. */
const SEARCHED = 512 * 1024;

/** An empty element. Like the pattern of scripts, it ends at the next tag: a hostile page takes linear time. */
const EMPTY = /<((?:div|main|section|app-root)\b[^<>]*)>\s*<\//gi;
/** An element that scripts fill: the root of React, Vue, Angular, Next.js, Nuxt, Gatsby or Svelte. */
const ROOT = /^app-root\b|\bid=["']?(?:root|app|main|__next|__nuxt|___gatsby|svelte)(?=["'\s]|$)/i;
const SCRIPT = /<script\b([^<>]*)>(.*?)(?:<\/script|$)/gis;
/** Data, not code: JSON-LD, import maps, templates. */
const DATA = /\btype=["']?(?!module\b|[\w/]*(?:java|ecma)script\b)[^\s"'>]/i;
/** Words of code that changes what a page declares. */
const CHANGING =
  /canonical|robots|noindex|hreflang|document\s*\.\s*(?:title|write)|location\s*(?:=[^=]|\.\s*(?:href\s*=[^=]|replace|assign))/i;

/**
 * Whether scripts may build a page or change its declarations: it has scripts, and few links or words, an empty root of
 * an application, or inline code that mentions a declaration. Code in files is not read.
 *
 * @param served the page as the server sent it
 * @param body its bytes
 */
export function showsSignsOfScripts(served: Pick<PageDocument, 'links' | 'record'>, body: Uint8Array): boolean {
  const html = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SEARCHED)).toString('latin1');
  if (!/<script\b/i.test(html)) return false;
  return hasFew(served) || hasEmptyRoot(html) || changesDeclarations(html);
}

function hasFew({ links, record }: Pick<PageDocument, 'links' | 'record'>): boolean {
  if ((record.text?.words ?? 0) < FEW_WORDS) return true;
  let count = 0;
  for (const { kind } of links) {
    if (kind === 'link' && ++count >= FEW_LINKS) return false;
  }
  return true;
}

function hasEmptyRoot(html: string): boolean {
  for (const [, tag = ''] of html.matchAll(EMPTY)) {
    if (ROOT.test(tag)) return true;
  }
  return false;
}

function changesDeclarations(html: string): boolean {
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (!DATA.test(attributes) && CHANGING.test(code)) return true;
  }
  return false;
}
