import type { ClaimKind } from '../facts/claim-kind.ts';
import {
  folderAround,
  holds,
  isAtTop,
  isOfQuery,
  pageAlone,
  parentOf,
  partAround,
  partNamed,
  placeOf,
  sectionOf,
  TOP_PAGES,
  WHOLE_SITE,
} from '../facts/site-part.ts';
import { type Evidence, REPEATED_TEXT } from './evidence.ts';
import { ENOUGH_ALIKE } from './thresholds.ts';

/** Evidence with the place of its page, or the part of the site that the user named. */
export interface Sample {
  readonly evidence: Evidence;
  readonly place: string;
}

/** So many agreeing pages directly below the root are evidence for all pages there. */
const ENOUGH_TOP_PAGES = 5;

/** Claims about all queries of a page; a pair of URLs shows only two of them. Other claims are about two URLs of a page. */
const ABOUT_MANY: ReadonlySet<ClaimKind> = new Set(['order', 'param']);

/** Adds the place to a piece of evidence. */
export function sampleOf(evidence: Evidence): Sample {
  const { kind, path } = evidence;
  return { evidence, place: evidence.source === 'user' ? partNamed(kind, path) : placeOf(kind, path) };
}

/** Whether a part of a site may be claimed: no evidence says that something in it differs. */
export type IsOpen = (part: string) => boolean;

/** Whether some samples are enough to confirm a claim. */
type IsEnough = (samples: readonly Sample[]) => boolean;

/** Which samples are evidence for which parts of a site. */
interface Spread {
  readonly parts: ReadonlyMap<string, readonly Sample[]>;
  /** Samples outside of these parts: they do not count, or are too few for how their page reads its query. */
  readonly left: readonly Sample[];
}

/**
 * Determines the parts for which agreeing samples are evidence. A page is evidence for the section or the folder above
 * it, within limits; claims about queries need a second page. A page directly below the root, or the home page, is
 * evidence for itself only; one pair of queries is not evidence for all its queries. A declaration about a part is
 * evidence for that part. Enough pages directly below the root are evidence for all pages there, and enough sections for
 * the whole site.
 *
 * @param samples of one subject that is not about a whole host
 * @param isCounted whether a sample counts
 */
export function spread(
  samples: readonly Sample[],
  isCounted: (sample: Sample) => boolean,
  isOpen: IsOpen,
  isEnough: IsEnough,
): Spread {
  const counted = samples.filter(isCounted);
  const declared = new Set(counted.filter(isOfPart).map(({ place }) => place));
  const sections = confirmedParts(counted.filter(isOfPage), isEnough);
  const top = counted.filter((sample) => isTopPage(sample) && sample.evidence.seen !== REPEATED_TEXT);
  const isTop = isOpen(TOP_PAGES) && new Set(top.map(({ place }) => place)).size >= ENOUGH_TOP_PAGES && isEnough(top);
  const isWhole = declared.has(WHOLE_SITE) || (isOpen(WHOLE_SITE) && sections.size >= ENOUGH_ALIKE);
  const pages = [...Map.groupBy(counted, ({ place }) => place)];
  const alone = new Set(pages.flatMap(([place, own]) => (isShownAlone(own, isEnough) ? place : [])));
  const partFor = (sample: Sample): string | null => {
    const { place } = sample;
    if (isWhole) return WHOLE_SITE;
    if (isTop && isTopPage(sample)) return TOP_PAGES;
    const part = sections.get(sectionOf(place)) ?? null;
    // A declared part within it does not take its evidence.
    if (isOfPage(sample) && part !== null && holds(part, place) && isOpen(part)) return part;
    const around = partAround(place, declared);
    return around ?? (alone.has(place) ? pageAlone(place) : null);
  };
  const parts = new Map<string, Sample[]>();
  const others: Sample[] = [];
  for (const sample of samples) {
    const part = isCounted(sample) ? partFor(sample) : null;
    const own = part === null ? others : parts.get(part);
    if (own !== undefined) own.push(sample);
    else if (part !== null) parts.set(part, [sample]);
  }
  const left: Sample[] = [];
  for (const sample of others) {
    const part = partAround(sample.place, parts);
    if (part === null) left.push(sample);
    else parts.get(part)?.push(sample);
  }
  return { parts, left };
}

/**
 * Maps each section whose deeper pages are evidence for more than themselves to the part that they confirm. A redirect
 * or a declaration needs one page, and is evidence for its section; below a language, or about queries, for its folder.
 * Equal content needs two pages, since a single one may be a notice that appears everywhere. It is evidence for the
 * smallest folder that contains these pages, because parts of a section may differ. A crawl compares the pages that it
 * happens to find first, so they must be enough to confirm the claim by themselves.
 */
function confirmedParts(samples: readonly Sample[], isEnough: IsEnough): ReadonlyMap<string, string> {
  // How one page reads its query is not evidence for other pages.
  if (placesOf(samples).size < 2 && samples.some(isAboutQuery)) return new Map();
  const sections = Map.groupBy(samples.filter(isDeep), ({ place }) => sectionOf(place));
  return new Map(
    [...sections]
      .filter(([, own]) => isShown(own, isEnough))
      .map(([section, own]) => [section, partShown(section, own)]),
  );
}

/** The part of a section that its samples are evidence for. */
function partShown(section: string, samples: readonly Sample[]): string {
  const places = [...placesOf(samples)];
  if (!samples.some(isStated)) return folderAround(places);
  // A server treats its paths by rules, and each of its programs reads queries in its own way.
  if (samples.some(isAboutQuery)) return folderAround(places.map(parentOf));
  if (!LANGUAGE.test(section)) return section;
  // A site may have all of its sections below each language.
  return folderAround(places.map((place) => section + sectionOf(place.slice(section.length - 1)).slice(1)));
}

/** A section such as `/en/` or `/pt-br/`. */
const LANGUAGE = /^\/[a-z]{2}(?:[-_][a-z]{2})?\/$/i;

function isAboutQuery({ evidence }: Sample): boolean {
  return isOfQuery(evidence.kind);
}

function isDeep({ place }: Sample): boolean {
  return place !== WHOLE_SITE && !isAtTop(place);
}

function isShown(samples: readonly Sample[], isEnough: IsEnough): boolean {
  if (samples.some(isStated)) return true;
  const chosen = samples.filter(({ evidence }) => evidence.by !== 'crawl');
  return placesOf(chosen).size > 1 || (placesOf(samples).size > 1 && isEnough(samples));
}

/** Whether samples of one page are evidence for all its URLs that the claim is about. */
function isShownAlone(samples: readonly Sample[], isEnough: IsEnough): boolean {
  if (!samples.some(({ evidence }) => ABOUT_MANY.has(evidence.kind)) || samples.some(isStated)) return true;
  return samples.filter(({ evidence }) => evidence.by === 'probe').length > 1 || isEnough(samples);
}

function placesOf(samples: readonly Sample[]): ReadonlySet<string> {
  return new Set(samples.map(({ place }) => place));
}

/** Whether the site itself says that the two URLs are one page. */
function isStated({ evidence: { source } }: Sample): boolean {
  return source === 'permanent-redirect' || source === 'declaration';
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
