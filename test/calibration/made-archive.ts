/** Indexes of web archives made at random, of which it is known which of their URLs are one page. */
import type { ClaimKind } from '../../src/facts/claim-kind.ts';
import { holds, isOfHost, isOfQuery, placeOf } from '../../src/facts/site-part.ts';
import { generator } from './random-site.ts';

export const KINDS = ['slash', 'index', 'case', 'slashes', 'param', 'order', 'www', 'scheme'] as const;
type Kind = (typeof KINDS)[number];

/**
 * What a site makes of the other form of a URL. `sometimes`: most pages are the same, and some are others, as a
 * parameter that sorts lists changes only those of several rows.
 */
const TRUTHS = ['same', 'same', 'redirect', 'sometimes', 'other', 'missing', 'soft-404'] as const;
type Truth = (typeof TRUTHS)[number];

/** How long a page stays the same, in days; `Infinity` for ever, 0 if each answer is different. */
type Period = number;

interface Page {
  readonly path: string;
  readonly period: Period;
  /** Whether it is another page where most are the same. */
  readonly isException: boolean;
}

interface Section {
  readonly path: string;
  readonly pages: readonly Page[];
  readonly truths: Readonly<Record<Kind, Truth>>;
  /** Other forms of these kinds are in the archive. */
  readonly linked: readonly Kind[];
}

export interface MadeSite {
  readonly host: string;
  readonly sections: readonly Section[];
  /** Whether every URL shows the same page, as one that blocks the archive. */
  readonly isBlocked: boolean;
  readonly seed: number;
}

const NAMES = ['docs', 'shop', 'news', 'help', 'people', 'tools', 'parts', 'events'];
const PARAM = 'from';
const VALUES = ['mail', 'home', 'feed'];
const DAY = 86_400;
const FIRST = Date.UTC(2026, 0, 5) / 1000;
/** The archive crawls the web so often, for some days each time. */
const CRAWLS = 3;
const BETWEEN = 30 * DAY;
const LENGTH = 10 * DAY;
/** How many captures are of a page that blocks the archive for a while. */
const BLOCKED = 0.003;

/** The site of a seed: always the same. */
export function madeSite(seed: number): MadeSite {
  const random = generator(seed);
  const pick = <T>(choices: readonly T[]): T => {
    const chosen = choices[Math.floor(random() * choices.length)];
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  };
  const hostTruths = { www: pick(TRUTHS), scheme: pick(TRUTHS) };
  const periods: readonly Period[] = pick([
    [Number.POSITIVE_INFINITY],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 60, 20],
    [Number.POSITIVE_INFINITY, 20, 1],
    [0],
  ]);
  const names = NAMES.toSorted(() => random() - 0.5).slice(0, 2 + Math.floor(random() * 5));
  const most = random() < 0.02 ? 2000 : 150;
  const sections = names.map((name): Section => {
    const [style, end] = [pick(['leaf', 'folder', 'list']), pick(['', '.html', '/'])];
    const truths = {
      slash: pick(TRUTHS),
      index: pick(TRUTHS),
      case: pick(TRUTHS),
      slashes: pick(TRUTHS),
      param: pick(TRUTHS),
      order: pick(TRUTHS),
      ...hostTruths,
    };
    const exceptions = pick([0.02, 0.1, 0.3]);
    const pathOf = (n: number): string => {
      if (style === 'list') return `/${name}/list?id=${n}&as=rows`;
      return style === 'folder' ? `/${name}/page-${n}/` : `/${name}/page-${n}${end}`;
    };
    const pages = Array.from({ length: 20 + Math.floor(random() * most) }, (_, n) => {
      return { path: pathOf(n), period: pick(periods), isException: random() < exceptions };
    });
    const linked = KINDS.filter(() => random() < 0.5);
    return { path: `/${name}/`, pages, truths, linked };
  });
  return { host: `site${seed}.example`, sections, isBlocked: random() < 0.03, seed };
}

/** The other forms of the URL of a page. */
function formsOf(kind: Kind, { host }: Pick<MadeSite, 'host'>, path: string): readonly string[] {
  const [file = '', query] = path.split('?');
  const rest = query === undefined ? '' : `?${query}`;
  const at = (other: string): readonly string[] => [`http://${host}${other}`];
  switch (kind) {
    case 'slash':
      return file.endsWith('.html') ? [] : at(`${file.endsWith('/') ? file.slice(0, -1) : `${file}/`}${rest}`);
    case 'index':
      return file.endsWith('/') ? at(`${file}index.html${rest}`) : [];
    case 'case':
      return at(`${file.replace('/page-', '/Page-').replace('/list', '/List')}${rest}`);
    case 'slashes':
      return at(`${file.replace(/^(\/[^/]+)\//, '$1//')}${rest}`);
    case 'param':
      return VALUES.flatMap((value) => at(`${file}${rest === '' ? '?' : `${rest}&`}${PARAM}=${value}`));
    case 'order':
      return query === undefined ? [] : at(`${file}?${query.split('&').toReversed().join('&')}`);
    case 'www':
      return [`http://www.${host}${path}`];
    case 'scheme':
      return [`https://${host}${path}`];
  }
}

/** A capture: time, status, content, target. */
interface Made {
  readonly url: string;
  readonly time: number;
  readonly status: number;
  readonly content: string;
  readonly target: string | null;
}

/** The lines of the index of a site in order of their keys; CDXJ for sites of odd seeds, CDX with 11 columns for others. */
export function linesOf(site: MadeSite): readonly string[] {
  const random = generator(site.seed ^ 0x5eed);
  const lines: string[] = [];
  const writeAll = (url: string, answer: (time: number) => Omit<Made, 'url' | 'time'>): void => {
    for (let crawl = 0; crawl < CRAWLS; crawl++) {
      if (random() < 0.4) continue;
      const time = Math.floor(FIRST + crawl * BETWEEN + random() * LENGTH);
      const isBlocked = site.isBlocked || random() < BLOCKED;
      lines.push(lineOf({ url, time, ...(isBlocked ? BLOCK_PAGE : answer(time)) }, site.seed));
    }
  };
  for (const { pages, truths, linked } of site.sections) {
    for (const page of pages) {
      const url = `http://${site.host}${page.path}`;
      const show = (id: string, time: number): Omit<Made, 'url' | 'time'> => {
        const version = page.period === 0 ? random() : Math.floor((time - (hash(id) >>> 12)) / DAY / page.period);
        return { status: 200, content: `${id} ${version}`, target: null };
      };
      writeAll(url, (time) => show(url, time));
      for (const kind of linked) {
        for (const other of formsOf(kind, site, page.path)) {
          writeAll(other, (time) => {
            const truth = truths[kind] === 'sometimes' ? (page.isException ? 'other' : 'same') : truths[kind];
            if (truth === 'same') return show(url, time);
            if (truth === 'redirect') return { status: 301, content: `moved ${other}`, target: url };
            if (truth === 'other') return show(other, time);
            if (truth === 'missing') return { status: 404, content: 'missing', target: null };
            return { status: 200, content: `soft ${site.seed}`, target: null };
          });
        }
      }
    }
  }
  return lines.sort();
}

const BLOCK_PAGE = { status: 200, content: 'blocked', target: null } as const;

function lineOf({ url, time, status, content, target }: Made, seed: number): string {
  const [, host = '', rest = ''] = /^https?:\/\/(?:www\.)?([^/]+)(.*)/.exec(url) ?? [];
  const key = `${host.split('.').toReversed().join(',')})${rest.toLowerCase()}`;
  const at = new Date(time * 1000).toISOString().replaceAll(/[-:TZ]|\..*/g, '');
  const digest = digestOf(content);
  if (seed % 2 === 0)
    return `${key} ${at} ${url} text/html ${status} ${digest} ${target ?? '-'} - 4321 98765 a.warc.gz`;
  const fields = { url, mime: 'text/html', status: String(status), digest, length: '4321', filename: 'a.warc.gz' };
  return `${key} ${at} ${JSON.stringify(target === null ? fields : { ...fields, redirect: target })}`;
}

/** Looks like a SHA-1 in base 32. */
function digestOf(content: string): string {
  let text = '';
  for (let part = 0; text.length < 32; part++) text += hash(`${part} ${content}`).toString(32).padStart(7, '0');
  return text.slice(0, 32).toUpperCase();
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** A confirmed claim as `learn --json` prints it. */
export interface PrintedClaim {
  readonly kind: ClaimKind;
  readonly host: string;
  readonly path: string;
  readonly about: string | null;
  readonly verdict: string;
}

/** What the confirmed claims about a site are worth, by kind. */
export interface Worth {
  confirmed: number;
  /** Confirmed claims that do not hold for some page that they are about. */
  wrong: number;
  /** Confirmed claims that do not hold for more of their pages than evidence may miss. */
  beyond: number;
  /** Parts of a site where all pages have the other form as the same page, if an archive could show it. */
  equivalences: number;
  found: number;
}

/** The share of pages for which a claim about them does not hold. */
function wrongShare({ sections }: MadeSite, claim: PrintedClaim): number {
  const kind: ClaimKind = claim.kind === 'default-param' ? 'param' : claim.kind;
  if (!isKind(kind)) return 1;
  if (kind === 'param' && claim.about !== PARAM && !claim.about?.startsWith(`${PARAM}=`)) return 1;
  let [all, wrong] = [0, 0];
  for (const { pages, truths } of sections) {
    for (const { path, isException } of pages) {
      const isAbout = isOfHost(kind) || holds(claim.path, placeOf(kind, path.split('?')[0] ?? ''));
      if (!isAbout || formsOf(kind, { host: 'h' }, path).length === 0) continue;
      all++;
      if (!isOne(truths[kind]) && (truths[kind] !== 'sometimes' || isException)) wrong++;
    }
  }
  return all === 0 ? 0 : wrong / all;
}

function isKind(kind: ClaimKind): kind is Kind {
  return (KINDS as readonly ClaimKind[]).includes(kind);
}

function isOne(truth: Truth): boolean {
  return truth === 'same' || truth === 'redirect';
}

/** So many pages with another form are enough to show it, if they do not change: some are not captured near in time. */
const ENOUGH_PAGES = { host: 60, path: 60, query: 100 } as const;

/** @param claims the confirmed claims about the site */
export function worthOf(site: MadeSite, claims: readonly PrintedClaim[]): Readonly<Record<Kind, Worth>> {
  const of = (kind: Kind): Worth => {
    const own = claims.filter((claim) => (claim.kind === 'default-param' ? 'param' : claim.kind) === kind);
    const parts = isOfHost(kind) ? [site.sections] : site.sections.map((section) => [section]);
    const shown = parts.filter((sections) => isShown(kind, sections));
    const found = shown.filter((sections) =>
      sections.every(({ pages }) =>
        pages.every(({ path }) =>
          own.some((claim) => isOfHost(kind) || holds(claim.path, placeOf(kind, path.split('?')[0] ?? ''))),
        ),
      ),
    );
    const shares = own.map((claim) => wrongShare(site, claim));
    const wrong = shares.filter((share) => share > 0).length;
    const beyond = shares.filter((share) => share > (isOfQuery(kind) ? 1 / 20 : 1 / 10)).length;
    return { confirmed: own.length, wrong, beyond, equivalences: shown.length, found: found.length };
  };
  return {
    slash: of('slash'),
    index: of('index'),
    case: of('case'),
    slashes: of('slashes'),
    param: of('param'),
    order: of('order'),
    www: of('www'),
    scheme: of('scheme'),
  };
}

function isShown(kind: Kind, sections: readonly Section[]): boolean {
  const linked = sections.filter((section) => section.linked.includes(kind));
  if (linked.length === 0 || !sections.every(({ truths }) => isOne(truths[kind]))) return false;
  const pages = linked.flatMap((section) => section.pages).filter(({ period }) => period > (CRAWLS * BETWEEN) / DAY);
  const forms = pages.filter(({ path }) => formsOf(kind, { host: 'h' }, path).length > 0);
  const enough = isOfHost(kind) ? ENOUGH_PAGES.host : isOfQuery(kind) ? ENOUGH_PAGES.query : ENOUGH_PAGES.path;
  return forms.length >= enough;
}
