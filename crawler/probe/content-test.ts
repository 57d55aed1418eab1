import { SAME_APART_FROM_CHANGES } from '../../src/evidence/evidence.ts';
import { isOfQuery } from '../../src/facts/site-part.ts';
import { isPage, type Page } from './answer.ts';
import type { Asker } from './asker.ts';
import type { Examination } from './controls.ts';
import type { PageText } from './page-text.ts';
import { canonicalKeys, compareLinks, textOf, type View } from './page-view.ts';
import type { Pair } from './pair.ts';
import { compareLooks, hasNews, takesOverText } from './text-comparison.ts';

/** What two pages show that are one. The text of some changes by itself, from one request to the next. */
type Same = 'same-bytes' | 'same-text' | typeof SAME_APART_FROM_CHANGES;

/** The result of a content test: the observation, or the reason why there is no evidence. */
export type ContentResult =
  | { readonly seen: Same | 'other-text' | 'other-order' | 'other-links' }
  | { readonly reason: string };

/** In words. A page with less text is made by scripts, and its text without them proves nothing. */
const HARDLY_ANY_TEXT = 20;

/**
 * Decides from their content whether two pages are one (Paracha et al., TMA 2020, but by text only, because pages of
 * one site share their tags). Each page is requested up to twice, in turn, so that changes over time appear on both.
 *
 * @param page the first look at the pair's page
 * @param tried the first look at the other URL
 */
export async function testContent(site: Examination, pair: Pair, page: Page, tried: Page): Promise<ContentResult> {
  const { asker, controls } = site;
  if (page.body.digest === null || tried.body.digest === null) return { reason: 'too-large' };
  const texts = [textOf(page), textOf(tried)];
  const [first, second] = texts;
  if (!first || !second) return testBytes(site, pair, page, tried);
  const objection = objectionTo(first, second);
  if (objection !== null) return { reason: objection };
  const digests = new Set(asker.looks(page.url).map(({ body }) => body.digest));
  const isEqual = asker.looks(tried.url).some(({ body }) => digests.has(body.digest));
  const views = isEqual ? { a: [first], b: [second] } : await lookAgain(asker, page, tried);
  if (views === null) return { reason: 'no-second-look' };
  if (!isEqual) {
    // A site that remembers the parameter shows its value at the other URL too, once it has been asked for it.
    if (asker.isRecognizable && isOfQuery(pair.subject.kind) && takesOverText(views.b, views.a))
      return { seen: 'other-text' };
    const comparison = compareLooks(views.a, views.b);
    if (comparison === 'noise') return { reason: 'noise' };
    if (comparison !== 'same') return { seen: comparison };
    if (Math.min(first.wordCount, second.wordCount) < HARDLY_ANY_TEXT) return { reason: 'no-text' };
    const links = compareLinks(viewsOf(page.url, views.a), viewsOf(tried.url, views.b), pair.canonicalizer);
    // Under another form of a path, relative links lead elsewhere; a query does not change where they lead.
    if (links === 'other-places' && isOfQuery(pair.subject.kind)) return { seen: 'other-links' };
    if (links !== 'same') return { reason: 'other-links' };
  }
  if (haveOtherCanonicals(page, tried)) return { reason: 'other-canonical' };
  const failed = await controls.check(pair, tried, [...views.a, ...views.b]);
  if (failed !== null) return { reason: failed };
  if (isEqual) return { seen: 'same-bytes' };
  return { seen: [views.a, views.b].some(isChanging) ? SAME_APART_FROM_CHANGES : 'same-text' };
}

/** Whether a page shows something else from one look to the next. */
function isChanging(looks: readonly PageText[]): boolean {
  return new Set(looks.map(({ sequence, references }) => [...sequence, '', ...references].join('\n'))).size > 1;
}

/** The reason why two pages cannot be compared; null if they can. */
function objectionTo(first: PageText, second: PageText): string | null {
  if (first.hasPassword || second.hasPassword) return 'login';
  return isShell(first) || isShell(second) ? 'no-text' : null;
}

function haveOtherCanonicals(page: Page, tried: Page): boolean {
  const [own, others] = [canonicalKeys(page), canonicalKeys(tried)];
  const isSame = own.size === others.size && [...own].every((key) => others.has(key));
  return own.size > 0 && others.size > 0 && !isSame;
}

function isShell({ wordCount, hasScript, references }: PageText): boolean {
  return hasScript ? wordCount < HARDLY_ANY_TEXT : wordCount === 0 && references.size === 0;
}

interface Looks {
  readonly a: readonly PageText[];
  readonly b: readonly PageText[];
}

/**
 * Requests the page again, and the other URL if it shows something that the page does not. Returns null if that fails.
 */
async function lookAgain(asker: Asker, page: Page, tried: Page): Promise<Looks | null> {
  const latest = asker.looks(page.url).at(-1);
  // Only a look after the other one's shows whether the page itself has changed.
  if (latest === undefined || asker.looks(page.url).length < 2 || latest.at < tried.at) {
    if (!isPage(await asker.again(page.url))) return null;
  }
  const a = textsOf(asker.looks(page.url));
  const b = textsOf(asker.looks(tried.url));
  if (b.length > 1 || !isInNeedOfLook(page.url, a, tried.url, b)) return { a, b };
  if (!isPage(await asker.again(tried.url))) return null;
  return { a, b: textsOf(asker.looks(tried.url)) };
}

function isInNeedOfLook(page: string, a: readonly PageText[], tried: string, b: readonly PageText[]): boolean {
  if (hasNews(a, b)) return true;
  const known = new Set(viewsOf(page, a).flatMap(({ text }) => [...text.references]));
  return viewsOf(tried, b).some(({ text }) => [...text.references].some((reference) => !known.has(reference)));
}

function textsOf(looks: readonly Page[]): readonly PageText[] {
  return looks.map(textOf).filter((text) => text !== null);
}

function viewsOf(url: string, texts: readonly PageText[]): readonly View[] {
  return texts.map((text) => ({ url, text }));
}

/** Compares images, files and pages that are too large: by bytes that are equal, or that stay different. */
async function testBytes(site: Examination, pair: Pair, page: Page, tried: Page): Promise<ContentResult> {
  const { asker, controls } = site;
  if (page.body.digest === tried.body.digest) {
    const failed = await controls.check(pair, tried, []);
    return failed === null ? { seen: 'same-bytes' } : { reason: failed };
  }
  const again = [await asker.again(page.url), await asker.again(tried.url)];
  const digests = again.map((answer) => (isPage(answer) ? answer.body.digest : null));
  const isSteady = digests[0] === page.body.digest && digests[1] === tried.body.digest;
  return isSteady ? { seen: 'other-text' } : { reason: 'noise' };
}
