import {
  isAtTop,
  isOfQuery,
  pageAlone,
  partAround,
  partNamed,
  placeOf,
  sectionOf,
  TOP_PAGES,
  WHOLE_SITE,
} from '../facts/site-part.ts';
import type { Evidence } from './evidence.ts';

/** Evidence, and the place of its page; of a part that somebody names, that part. */
export interface Sample {
  readonly evidence: Evidence;
  readonly place: string;
}

/** So many pages right below the top that agree speak for all of these. */
const ENOUGH_TOP_PAGES = 5;

/**
 * So many sections that agree, and none that differs, speak for the whole site: with 95 % confidence, at most one section
 * in ten differs then (0.9^29 < 0.05).
 */
const ENOUGH_SECTIONS = 29;

export function sampleOf(evidence: Evidence): Sample {
  const { kind, path } = evidence;
  return { evidence, place: evidence.source === 'user' ? partNamed(kind, path) : placeOf(kind, path) };
}

/** Whether a part of a site may be claimed: nothing in it is known to differ. */
export type IsOpen = (part: string) => boolean;

/** Which sample speaks for which part of a site. */
interface Spread {
  readonly parts: ReadonlyMap<string, readonly Sample[]>;
  /** Samples that count for nothing, and lie in no part that others speak for. */
  readonly left: readonly Sample[];
}

/**
 * The parts that samples speak for, where all of them agree. A page speaks for the section that it lies deeper in; where
 * queries are in question, that takes a second page. A page right below the top, and the home page, speaks for itself;
 * what somebody declares of a part speaks for that part. Many pages right below the top speak for all of these, and many
 * sections for the whole site.
 *
 * @param samples of one subject, which is none of a whole host
 * @param isCounted whether a sample counts
 * @param isEnough whether some samples confirm by themselves
 */
export function spread(
  samples: readonly Sample[],
  isCounted: (sample: Sample) => boolean,
  isOpen: IsOpen,
  isEnough: (samples: readonly Sample[]) => boolean,
): Spread {
  const counted = samples.filter(isCounted);
  const declared = new Set(counted.filter(isOfPart).map(({ place }) => place));
  const sections = sectionsOf(counted.filter(isOfPage));
  const top = counted.filter(isTopPage);
  const isTop = isOpen(TOP_PAGES) && new Set(top.map(({ place }) => place)).size >= ENOUGH_TOP_PAGES && isEnough(top);
  const isWhole = declared.has(WHOLE_SITE) || (isOpen(WHOLE_SITE) && sections.size >= ENOUGH_SECTIONS);
  const partFor = (sample: Sample): string => {
    const { place } = sample;
    if (isWhole) return WHOLE_SITE;
    if (isTop && isTopPage(sample)) return TOP_PAGES;
    const named = partAround(place, declared);
    if (named !== null) return named;
    const section = sectionOf(place);
    return sections.has(section) && isOpen(section) ? section : pageAlone(place);
  };
  const parts = Map.groupBy(counted, partFor);
  const left: Sample[] = [];
  for (const sample of samples) {
    if (isCounted(sample)) continue;
    const part = partAround(sample.place, parts);
    if (part === null) left.push(sample);
    else parts.get(part)?.push(sample);
  }
  return { parts, left };
}

/**
 * The sections that deeper pages speak for: one by a redirect or a declaration, two where only what they show is the
 * same, for one may be a notice that stands everywhere.
 */
function sectionsOf(samples: readonly Sample[]): ReadonlySet<string> {
  const places = new Set(samples.map(({ place }) => place));
  // What one page makes of its query says nothing of others.
  if (places.size < 2 && samples.some(({ evidence }) => isOfQuery(evidence.kind))) return new Set();
  const sections = Map.groupBy(samples.filter(isDeep), ({ place }) => sectionOf(place));
  return new Set([...sections].flatMap(([section, own]) => (isShown(own) ? [section] : [])));
}

function isDeep({ place }: Sample): boolean {
  return place !== WHOLE_SITE && !isAtTop(place);
}

function isShown(samples: readonly Sample[]): boolean {
  return (
    samples.some(({ evidence: { source } }) => source === 'permanent-redirect' || source === 'declaration') ||
    new Set(samples.map(({ evidence }) => evidence.page)).size > 1
  );
}

function isTopPage(sample: Sample): boolean {
  return isOfPage(sample) && isAtTop(sample.place);
}

/** Whether it is about a page, and not about a part of a site. */
function isOfPage({ evidence }: Sample): boolean {
  return evidence.page !== null;
}

function isOfPart(sample: Sample): boolean {
  return !isOfPage(sample);
}
