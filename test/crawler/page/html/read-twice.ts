import { type CheerioAPI, load } from 'cheerio';
import { EMBEDDED, FRAMES } from '../../../../crawler/page/html/html-embedded.ts';
import { HtmlText } from '../../../../crawler/page/html/html-text.ts';
import { parseRefresh, type Refresh } from '../../../../crawler/page/refresh.ts';
import { parseRobotsMeta } from '../../../../crawler/page/robots-directives.ts';
import type { RobotsDirectives, TextFingerprint } from '../../../../src/audit/site/page-record.ts';
import { readText } from './read-text.ts';

// Reads the same pages twice: from tokens, and from the tree that cheerio builds with parse5, which implements the HTML
// Standard's algorithm exactly.

export interface Compared {
  readonly base: string | null;
  readonly language: string | null;
  /** Each URL as found, and whether every link to it is nofollow. */
  readonly links: readonly (readonly [href: string, nofollow: boolean])[];
  readonly canonicals: readonly PlacedCanonical[];
  readonly refresh: Refresh | null;
  readonly robots: readonly RobotsDirectives[];
  readonly title: string | null;
}

export interface PlacedCanonical {
  readonly href: string;
  readonly where: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** cheerio's types know that a selector returns only elements only if it begins with a name. */
type HtmlSelector = `${'a' | 'area' | 'base' | 'html' | 'img' | 'link' | 'meta' | 'template' | 'title'}${string}`;

const EMBEDS: HtmlSelector = `img, ${[...EMBEDDED.keys()].join(', ')}`;
const LINKS: HtmlSelector = `a[href], area[href], ${Array.from(FRAMES, ([tag, name]) => `${tag}[${name}]`).join(', ')}`;
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

export function readTokens(html: string): Compared {
  const { base, language, links, canonicals, refresh, robots, title } = readText(html);
  const placed = canonicals.map(({ href, where, line, column }) => ({ href, where, line, column }));
  return { base, language, links: [...links], canonicals: placed, refresh, robots, title };
}

export function readTree(html: string): Compared {
  const $ = load(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const find = (selector: HtmlSelector) => $(selector).filter((_, { namespace }) => namespace === HTML_NAMESPACE);
  find('template')
    .filter((_, template) => isInert($(template)))
    .remove();
  const title = find('title').first();
  return {
    base: find('base[href]').first().attr('href') ?? null,
    language: find('html').attr('lang') ?? null,
    links: [
      ...Map.groupBy(
        $(LINKS)
          .filter((_, { name, namespace }) => name === 'a' || namespace === HTML_NAMESPACE)
          .filter((_, { attribs }) => !/^(?:image|audio|video)\//i.test(attribs['type'] ?? ''))
          .get(),
        ({ name, attribs }) => attribs[FRAMES.get(name) ?? 'href'] ?? '',
      ),
    ].map(([href, links]) => [href, links.every(({ attribs }) => hasToken(attribs['rel'], 'nofollow'))]),
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

/**
 * The fingerprint of the visible text and of what is embedded. The tree does not show where tags were, so pieces of text are surrounded by
 * spaces.
 */
export function textOfTree(html: string): TextFingerprint {
  const $ = load(html, { scriptingEnabled: true });
  const text = new HtmlText();
  $('noscript').remove();
  $('template')
    .filter((_, template) => isInert($(template)))
    .remove();
  for (const { name, namespace, attribs } of $(EMBEDS)) {
    if (namespace !== HTML_NAMESPACE) continue;
    for (const wanted of EMBEDDED.get(name)?.names ?? []) text.embed(attribs[wanted]);
  }
  $('script, style, iframe, noembed, noframes').remove();
  $('title')
    .filter((_, { namespace }) => namespace === HTML_NAMESPACE)
    .remove();
  text.addDecoded($.root().text());
  return text.fingerprint;
}

/** parse5 does not know shadow roots. It puts their content where that of any template is. The head cannot have one. */
function isInert(template: ReturnType<CheerioAPI>): boolean {
  return !/^(?:open|closed)$/i.test(template.attr('shadowrootmode') ?? '') || template.closest('head').length > 0;
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
