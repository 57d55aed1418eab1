import { matchesWildcard, type SlugRule } from '../../facts/site-profile.ts';
import { compileSlug, type Slugger, slugOfSegment } from '../../slug/compile.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { PATH, percentEncode } from '../../url/percent.ts';
import type { Pass } from '../pass.ts';

const wikidot: SlugRule = {
  form: 'wikidot',
  segments: 'first',
  except: ['local--*', 'feed', '*.php'],
  tails: ['forum/t-*'],
};

export const slugPath: Pass = {
  name: 'slug-path',
  class: 'changing',
  needs: 'site',
  summary: 'replaces page names in the path with their slugs, by the rules of the site software',
  reference: 'Wikidot Normal Form; document name to URL path segment',
  examples: [
    {
      before: 'http://wiki.example/SCP_173/comments/show',
      after: 'http://wiki.example/scp-173/comments/show',
      facts: { slug: wikidot },
    },
    { before: 'http://wiki.example/SCP--173!', after: 'http://wiki.example/scp-173', facts: { slug: wikidot } },
    {
      before: 'http://wiki.example/forum/t-123/A-Title',
      after: 'http://wiki.example/forum/t-123',
      facts: { slug: wikidot },
    },
    {
      before: 'http://wiki.example/local--files/A_B/C.png',
      after: 'http://wiki.example/local--files/A_B/C.png',
      facts: { slug: wikidot },
    },
    { before: 'http://wiki.example/%E4%B8%AD', after: 'http://wiki.example/%E4%B8%AD', facts: { slug: wikidot } },
  ],
  apply: (url, { slug }) => {
    if (slug === null || url.path.length < 2 || !isWeb(url)) return url;
    const path = slugged(url.path, slug);
    return path === url.path ? url : { ...url, path };
  },
};

function slugged(path: string, rule: SlugRule): string {
  const segments = path.split('/').slice(1);
  const [first = ''] = segments;
  if (rule.except.some((pattern) => matchesWildcard(pattern, first))) return path;
  const kept = segments.slice(0, tailStart(segments, rule.tails));
  const slugger = sluggerOf(rule);
  const isName = (index: number): boolean => rule.segments === 'all' || index === 0;
  return kept.map((segment, index) => `/${isName(index) ? slugOf(segment, slugger) : segment}`).join('');
}

/** The index of the first segment that does not affect the page. */
function tailStart(segments: readonly string[], tails: readonly string[]): number {
  for (const tail of tails) {
    const patterns = tail.split('/');
    const isThere = patterns.every((pattern, index) => matchesWildcard(pattern, segments[index] ?? ''));
    if (isThere && segments.length > patterns.length) return patterns.length;
  }
  return segments.length;
}

/**
 * The segment as the site spells it; unchanged if it has no slug, since all names with an empty slug would become one.
 */
function slugOf(segment: string, slugger: Slugger): string {
  const slug = segment === '' ? null : slugOfSegment(slugger, segment);
  return slug === null ? segment : percentEncode(slug, PATH);
}

const sluggers = new Map<string, Slugger>();

function sluggerOf({ form, variant }: SlugRule): Slugger {
  const name = `${form} ${variant ?? ''}`;
  const known = sluggers.get(name);
  if (known !== undefined) return known;
  const slugger = compileSlug(form, variant === undefined ? {} : { variant });
  sluggers.set(name, slugger);
  return slugger;
}
