import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HtmlLink } from '../../../crawler/page/declarations.ts';
import { readPage } from '../../../crawler/page/html.ts';
import { HtmlText } from '../../../crawler/page/html-text.ts';
import { parseRefresh, type Refresh } from '../../../crawler/page/refresh.ts';
import { parseRobotsMeta } from '../../../crawler/page/robots-directives.ts';
import type { RobotsDirectives, TextFingerprint } from '../../../src/audit/page-record.ts';
import headPieces from './pages/head-pieces.json' with { type: 'json' };
import pieces from './pages/pieces.json' with { type: 'json' };
import textPieces from './pages/text-pieces.json' with { type: 'json' };

// The same pages read twice: from tokens, and from the tree that cheerio builds with parse5, the HTML Standard's
// algorithm to the letter.

interface Compared {
  readonly base: string | null;
  readonly language: string | null;
  readonly links: readonly HtmlLink[];
  readonly canonicals: readonly PlacedCanonical[];
  readonly refresh: Refresh | null;
  readonly robots: readonly RobotsDirectives[];
  readonly title: string | null;
}

interface PlacedCanonical {
  readonly href: string;
  readonly where: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** cheerio's types know the result of a selector to be elements only where it begins with a name. */
type HtmlSelector = `${'a' | 'area' | 'base' | 'html' | 'link' | 'meta' | 'template' | 'title'}${string}`;

const PAGES = join(import.meta.dirname, 'pages');
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Where the two differ, and why that may stay. */
const DIVERGENCES: readonly { page: string; field: keyof Compared; reason: string }[] = [
  { page: 'end-tag', field: 'links', reason: 'htmlparser2 ends an end tag at its first ">", even in quotes' },
  { page: 'head-end-tag', field: 'canonicals', reason: 'htmlparser2 ends an end tag at its first ">", even in quotes' },
  { page: 'head-frameset', field: 'canonicals', reason: 'a frameset page has no body' },
  { page: 'frameset', field: 'links', reason: 'a frameset page has no body; a link in it is kept rather than lost' },
  { page: 'select', field: 'links', reason: 'parse5 drops tags in a select; browsers of today keep them' },
  { page: 'table', field: 'links', reason: 'a tree moves misplaced content before the table: same links, other order' },
  { page: 'misnested', field: 'links', reason: 'a tree repeats an open link in each block: same links, fewer times' },
  {
    page: 'unclosed-link',
    field: 'links',
    reason: 'a tree repeats an open link in each block: same links, fewer times',
  },
  { page: 'stray-end-tag', field: 'links', reason: 'without a stack, "</div>" in svg is taken to end a div around it' },
  { page: 'foreign-object', field: 'links', reason: 'without a stack, "</svg>" ends the svg over an open "p" in it' },
];

describe('the pages in test/crawler/pages agree with parse5', () => {
  const divergent = new Map(DIVERGENCES.map(({ page, field }) => [`divergent-${page}.htm`, field]));
  const names = globSync('*.htm', { cwd: PAGES }).toSorted();

  it.each(names.filter((name) => !divergent.has(name)))('%s', (name) => {
    const html = readFileSync(join(PAGES, name), 'utf8');
    expect(readTokens(html)).toEqual(readTree(html));
  });

  it.each(DIVERGENCES)('but divergent-$page.htm in its $field: $reason', ({ page, field }) => {
    const html = readFileSync(join(PAGES, `divergent-${page}.htm`), 'utf8');
    const [tokens, tree] = [readTokens(html), readTree(html)];
    expect(tokens[field]).not.toEqual(tree[field]);
    expect({ ...tokens, [field]: null }).toEqual({ ...tree, [field]: null });
  });
});

describe('real documentation agrees with parse5', () => {
  it.for([
    { name: 'PostgreSQL', root: '/usr/share/doc/postgresql-doc-15/html', every: 8 },
    { name: 'Python', root: '/usr/share/doc/python3.11/html', every: 20 },
  ])('$name, one page in $every', ({ name, root, every }, { skip }) => {
    if (!existsSync(root)) skip(`the ${name} documentation is not installed at ${root}`);
    const files = globSync('**/*.html', { cwd: root }).toSorted();
    expect(files.length).toBeGreaterThan(every);
    for (let at = 0; at < files.length; at += every) {
      const file = join(root, files[at] ?? '');
      const html = readFileSync(file, 'utf8');
      expect({ file, ...readTokens(html) }).toEqual({ file, ...readTree(html) });
    }
  });
});

// pieces.json leaves out what leads to a known divergence.
it('pieces of pages in any order agree with parse5, but for how often a link comes', () => {
  const once = (links: readonly HtmlLink[]): string[] =>
    [...new Set(links.map((link) => JSON.stringify(link)))].toSorted();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (chosen) => {
      const html = chosen.join('');
      const [tokens, tree] = [readTokens(html), readTree(html)];
      expect({ ...tokens, links: once(tokens.links) }).toEqual({ ...tree, links: once(tree.links) });
    }),
    { numRuns: 1500 },
  );
});

it('canonicals among pieces of heads are in the head where parse5 has them there', () => {
  const inHead = ({ canonicals }: Compared): readonly PlacedCanonical[] =>
    canonicals.filter(({ where }) => where === 'head');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...headPieces), { maxLength: 12 }), (chosen) => {
      const html = chosen.join('');
      expect(inHead(readTokens(html))).toEqual(inHead(readTree(html)));
    }),
    { numRuns: Number(env['LAWS_RUNS'] ?? 3000) },
  );
});

it('the text of pieces of pages is the text that parse5 finds', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...textPieces), { maxLength: 14 }), (chosen) => {
      const html = chosen.join('');
      expect(readPage(html).text).toEqual(textOfTree(html));
    }),
    { numRuns: 1500 },
  );
});

function readTokens(html: string): Compared {
  const { base, language, links, canonicals, refresh, robots, title } = readPage(html);
  const placed = canonicals.map(({ href, where, line, column }) => ({ href, where, line, column }));
  return { base, language, links, canonicals: placed, refresh, robots, title };
}

function readTree(html: string): Compared {
  const $ = load(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const find = (selector: HtmlSelector) => $(selector).filter((_, { namespace }) => namespace === HTML_NAMESPACE);
  find('template').remove();
  const title = find('title').first();
  return {
    base: find('base[href]').first().attr('href') ?? null,
    language: find('html').attr('lang') ?? null,
    links: $('a[href], area[href]')
      .filter((_, { name, namespace }) => name === 'a' || namespace === HTML_NAMESPACE)
      .get()
      .map(({ attribs }) => ({ href: attribs['href'] ?? '', nofollow: hasToken(attribs['rel'], 'nofollow') })),
    canonicals: find('link[href]')
      .filter((_, { attribs }) => hasToken(attribs['rel'], 'canonical'))
      .get()
      .map((link) => ({
        href: link.attribs['href'] ?? '',
        where: $(link).closest('head').length > 0 ? 'head' : 'body',
        line: link.sourceCodeLocation?.startLine ?? null,
        column: link.sourceCodeLocation?.startCol ?? null,
      })),
    refresh:
      metas('http-equiv', 'refresh')
        .map((content) => parseRefresh(content))
        .find((refresh) => refresh?.url) ?? null,
    robots: metas('name', 'robots').flatMap((content) => parseRobotsMeta('robots', content) ?? []),
    title: title.length === 0 ? null : collapse(title.text()),
  };

  function metas(attribute: string, value: string): string[] {
    const found = find('meta[content]').filter((_, { attribs }) => attribs[attribute]?.toLowerCase() === value);
    return found.get().map(({ attribs }) => attribs['content'] ?? '');
  }
}

/** The fingerprint of what a page shows; as the tree does not tell where tags were, pieces of text have spaces around. */
function textOfTree(html: string): TextFingerprint {
  const $ = load(html, { scriptingEnabled: true });
  $('template, noscript, script, style, iframe, noembed, noframes').remove();
  $('title')
    .filter((_, { namespace }) => namespace === HTML_NAMESPACE)
    .remove();
  const text = new HtmlText();
  const shown = $.root().text().replaceAll('&', '&amp;');
  text.add(shown, 0, shown.length);
  return text.fingerprint;
}

function hasToken(list: string | undefined, token: string): boolean {
  return (list ?? '')
    .toLowerCase()
    .split(/[\t\n\f\r ]/)
    .includes(token);
}

function collapse(text: string): string {
  return text
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/^ | $/g, '')
    .slice(0, 500);
}
