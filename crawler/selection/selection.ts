import type { CheerioAPI } from 'cheerio/slim';
import type { TextFingerprint } from '../../src/audit/site/page-record.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';
import { MAX_LINKS } from '../limits.ts';
import { isShadowMode } from '../page/html/html-context.ts';
import { EMBEDDED, FRAMES } from '../page/html/html-embedded.ts';
import { HtmlText } from '../page/html/html-text.ts';
import { type Fields, type Selectors, valueSelector } from './selectors.ts';
import { startOfTree } from './start-of-tree.ts';

/** What the selectors take from a page. */
export interface Selection {
  readonly fields: Fields;
  /** The references of links that may be followed, as written; null if all may. */
  readonly follow: readonly string[] | null;
  /** The fingerprint of the selected content; null if the default content counts. */
  readonly text: TextFingerprint | null;
  /** Why it may be incomplete; null if it is complete. */
  readonly problem: 'selection-cut' | 'selection-failed' | null;
}

type Node = ReturnType<ReturnType<CheerioAPI['root']>['contents']>[number];
type Element = Extract<Node, { name: string; attribs: object }>;

/** The most values of one field on one page. */
const MAX_VALUES = 1000;
/** The most UTF-16 units of a value, and of all values of a field on one page. */
const MAX_VALUE_LENGTH = 16 * 1024;
const MAX_FIELD_LENGTH = 128 * 1024;

const MAX_AT_TOP = 100;

/** DOM Standard, `Node.nodeType`. */
const TEXT_NODE = 3;

/** Elements whose text is not shown, as that of a template. Their text is a value only if they are selected themselves. */
const HIDDEN: ReadonlySet<string> = new Set('script style noscript noembed noframes iframe title'.split(' '));

const LINKS = ['a', 'area', ...FRAMES.keys()].join(', ');

/**
 * Applies selectors to a page.
 *
 * @param load cheerio's
 * @throws {Error} if the page is nested too deeply for a selector
 */
export function selectFrom(html: string, load: (html: string) => CheerioAPI, selectors: Selectors): Selection {
  const start = startOfTree(html);
  const $ = treeOf(start, load);
  const found = Object.entries(selectors.select ?? {}).map(([name, text]) => [name, valuesOf($, text)] as const);
  const isCut = start.length < html.length || found.some(([, values]) => values.isCut);
  const fields = Object.fromEntries(found.map(([name, { all }]) => [name, all]));
  const { follow, main, ignore } = selectors;
  const links = follow === undefined ? null : linksIn($, follow);
  const text = main === undefined && ignore === undefined ? null : contentOf($, main, ignore);
  return { fields, follow: links, text, problem: isCut ? 'selection-cut' : null };
}

/** In one element if there are many at the top: cheerio compares each pair of these for each selector. */
function treeOf(html: string, load: (html: string) => CheerioAPI): CheerioAPI {
  const $ = load(html);
  return $.root().contents().length > MAX_AT_TOP ? load(`<html>${html}`) : $;
}

function valuesOf($: CheerioAPI, text: string): { readonly all: readonly string[]; readonly isCut: boolean } {
  const { selector, attribute } = valueSelector(text);
  const all: string[] = [];
  let length = 0;
  for (const element of $.root().find(selector)) {
    const value = attribute === null ? textOf(element) : $(element).attr(attribute);
    if (value === undefined) continue;
    length += Math.min(value.length, MAX_VALUE_LENGTH);
    if (all.length >= MAX_VALUES || length > MAX_FIELD_LENGTH) return { all, isCut: true };
    all.push(startWithoutCredentials(value, MAX_VALUE_LENGTH));
  }
  return { all, isCut: false };
}

function linksIn($: CheerioAPI, follow: string): readonly string[] {
  const isFollowed = inside(new Set($.root().find(follow)));
  const references = new Set<string>();
  for (const link of $.root().find(LINKS)) {
    if (!isFollowed(link)) continue;
    const href = $(link).attr(FRAMES.get(link.name) ?? 'href');
    if (href !== undefined && references.size < MAX_LINKS) references.add(href);
  }
  return [...references];
}

function contentOf($: CheerioAPI, main: string | undefined, ignore: string | undefined): TextFingerprint | null {
  const roots: readonly Node[] = main === undefined ? $.root().get() : $.root().find(main).get();
  const chosen = new Set(roots);
  if (chosen.size === 0) return null;
  const ignored = new Set<Node>(ignore === undefined ? [] : $.root().find(ignore).get());
  const text = new HtmlText();
  const isChosen = inside(chosen);
  for (const root of roots) if (root.parent === null || !isChosen(root.parent)) addContent(root, ignored, text);
  return text.fingerprint;
}

/** Tells of a node whether it is one of these, or in one. */
function inside(nodes: ReadonlySet<Node>): (node: Node) => boolean {
  const known = new Map<Node, boolean>();
  return (node) => {
    const path: Node[] = [];
    let at: Node | null = node;
    for (; at !== null && !nodes.has(at) && !known.has(at); at = at.parent) path.push(at);
    const isInside = at !== null && (known.get(at) ?? true);
    for (const one of path) known.set(one, isInside);
    return isInside;
  };
}

function addContent(root: Node, ignored: ReadonlySet<Node>, text: HtmlText): void {
  const isLeftOut = (node: Node): boolean => ignored.has(node) || isHidden(node);
  if (isLeftOut(root)) return;
  for (const part of partsIn(root, isLeftOut)) {
    if (typeof part === 'string') {
      text.addDecoded(part);
      continue;
    }
    text.endWord();
    if (part === null || ignored.has(part)) continue;
    for (const name of EMBEDDED.get(part.name)?.names ?? []) text.embed(part.attribs[name]);
  }
  text.endWord();
}

/** The text of an element with collapsed white space. */
function textOf(element: Node): string {
  let text = '';
  for (const part of partsIn(element, isHidden)) {
    if (typeof part === 'string') text += part;
    if (text.length > 2 * MAX_VALUE_LENGTH) text = collapsed(text);
    if (text.length > 2 * MAX_VALUE_LENGTH) break;
  }
  return collapsed(text).trim();
}

function collapsed(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ');
}

/** The texts in a node, its elements, and null for their ends and for other nodes. Nodes may be nested to any depth. */
function* partsIn(root: Node, isLeftOut: (node: Node) => boolean): Generator<string | Element | null> {
  let node: Node | null = root;
  while (node !== null) {
    const isEntered: boolean = node === root || !isLeftOut(node);
    if (node.nodeType === TEXT_NODE) yield node.data;
    else yield isElement(node) ? node : null;
    const child: Node | null = isEntered && 'children' in node ? (node.children[0] ?? null) : null;
    if (child !== null) {
      node = child;
      continue;
    }
    while (node !== null && node !== root && node.next === null) {
      node = node.parent;
      yield null;
    }
    node = node === root || node === null ? null : node.next;
  }
}

function isHidden(node: Node): boolean {
  if (!isElement(node)) return false;
  return node.name === 'template' ? !isShadowMode(node.attribs['shadowrootmode']) : HIDDEN.has(node.name);
}

function isElement(node: Node): node is Element {
  return 'attribs' in node;
}
