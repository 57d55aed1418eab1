import { describe, expect, it } from 'vitest';
import { canonicalEvidence, inDeclaredForm } from '../../../crawler/evidence/declared-canonical.ts';
import { observed } from '../../../crawler/evidence/observed.ts';
import type { Entry } from '../../../db/store.ts';
import type { CanonicalDeclaration, PageRecord } from '../../../src/audit/site/page-record.ts';
import { keyOf, page, textOf } from './entries.ts';

const PAGE = 'http://example.com/a';

function canonical(href: string, change: Partial<Pick<CanonicalDeclaration, 'attributes'>> = {}): Partial<PageRecord> {
  const declared = { where: 'head', href, url: href, attributes: [], line: 1, column: 1, pushedBy: null } as const;
  return { canonicals: [{ ...declared, ...change }] };
}

/** A page that declares itself. */
function itself(change: Partial<Entry> = {}, record: Partial<PageRecord> = canonical(PAGE)): Entry {
  return page(PAGE, textOf('a'), { digest: '1', ...change }, record);
}

function alias(url: string, text = textOf('a'), change: Partial<Entry> = {}): Entry {
  return page(url, text, { aliasOf: keyOf(PAGE), aliasBy: 'canonical', ...change }, canonical(PAGE));
}

describe('a canonical', () => {
  const ofSlash = (target: Entry): unknown => canonicalEvidence(alias(`${PAGE}/`), target)?.evidence ?? null;

  it('has the time of the later of the two pages', () => {
    const at = (ofAlias: number | null, ofPage: number | null): unknown =>
      canonicalEvidence(alias(`${PAGE}/`, textOf('a'), { fetchedAt: ofAlias }), itself({ fetchedAt: ofPage }))?.evidence
        .at;
    expect([at(5, 9), at(9, 5), at(5, null), at(null, 5)]).toEqual([9, 9, 5, 5]);
  });

  it('counts where its target is a page that stands for itself', () => {
    expect(ofSlash(itself())).toMatchObject({ kind: 'slash', seen: 'canonical' });
    expect(ofSlash(itself({ state: 'failed', status: 500 }))).toBeNull();
    expect(ofSlash(itself({ aliasOf: keyOf('http://example.com/b'), aliasBy: 'canonical' }))).toBeNull();
  });

  it('counts where its target declares itself, for all languages and media', () => {
    expect(ofSlash(itself({}, canonical(PAGE, { attributes: ['media'] })))).toBeNull();
    expect(ofSlash(itself({}, { canonicals: [] }))).toBeNull();
    expect(ofSlash(itself({ details: null }))).toBeNull();
  });

  it('does not count for a parameter if the texts are alike: a list may declare it on all of its pages', () => {
    const ofParam = (text: string): unknown =>
      canonicalEvidence(alias(`${PAGE}?x=1`, text), itself())?.evidence ?? null;
    expect(ofParam(textOf('a'))).toMatchObject({ kind: 'param', about: 'x' });
    expect(ofParam(`${textOf('a')} now`)).toBeNull();
    expect(ofParam(textOf('b'))).toBeNull();
  });

  it('does not count for a parameter if there are too few words to compare: the pages of an album have hardly any', () => {
    const few = textOf('a').split(' ').slice(0, 5).join(' ');
    const album = page(PAGE, few, { digest: '1' }, canonical(PAGE));
    expect(canonicalEvidence(alias(`${PAGE}?x=1`, few), album)).toBeNull();
    expect(canonicalEvidence(alias(`${PAGE}/`, few), album)?.evidence).toMatchObject({ kind: 'slash' });
  });

  it('does not count if more than one thing differs', () => {
    expect(canonicalEvidence(alias(`${PAGE}?x=1&y=1`), itself())).toBeNull();
  });
});

describe('the form of two pages', () => {
  const pair = { source: 'content', supports: true, seen: 'same-text', by: 'crawl', at: 1 } as const;

  it('is the one that either of them declares', () => {
    const found = observed({ url: PAGE, page: `${PAGE}/`, ...pair });
    if (found === null) throw new TypeError('one thing differs');
    const pages = [page(`${PAGE}/`, 'text'), page(PAGE, 'text', {}, canonical(PAGE))];
    expect(found.evidence.target).toBe('add');
    expect(inDeclaredForm(found, pages).evidence.target).toBe('remove');
    expect(inDeclaredForm(found, pages.toReversed()).evidence.target).toBe('remove');
    expect(inDeclaredForm(found, pages.slice(0, 1)).evidence.target).toBe('add');
  });
});
