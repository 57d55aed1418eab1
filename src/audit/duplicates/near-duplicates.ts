import { eachInSteps } from '../../give-way.ts';
import { finalCanonical } from '../site/final-canonical.ts';
import { type CachedSteps, oncePerSite, oncePerSiteInSteps } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import { byPageOrder } from '../site/page-order.ts';
import type { AuditSite } from '../site/site.ts';
import { bandsOf, SketchBands } from './sketch-bands.ts';
import { soft404Sign } from './soft-404.ts';
import { SKETCH_LENGTH, similarity } from './text-sketch.ts';

/** Pages with nearly the same text. */
export interface NearDuplicates {
  /** The first in the order of `byPageOrder`. */
  readonly page: AuditPage;
  /** The similar pages. */
  readonly others: readonly AuditPage[];
  /** The lowest similarity to the page that the others were compared with, from 0 to 1. */
  readonly similarity: number;
}

/** A page with its sketch, which is read much more often than the page. */
interface Sketched {
  readonly page: AuditPage;
  readonly sketch: string;
}

const MIN_SIMILARITY = 0.9;
/** In how many bins such sketches differ at most. Each spoils one band. */
const MOST_DIFFERING = Math.floor(SKETCH_LENGTH * (1 - MIN_SIMILARITY));
/** In shorter texts, the words that all pages of a site share weigh too much. */
const MIN_WORDS = 50;

/**
 * Groups pages whose text is nearly that of the group's first page; each page is in one group at most. Uses
 * locality-sensitive hashing by bands (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4), in linear time.
 */
export const nearDuplicates: CachedSteps<readonly NearDuplicates[]> = oncePerSiteInSteps(function* (site) {
  const known = new SketchBands();
  const kept: Sketched[] = [];
  const groups = new Map<AuditPage, { others: AuditPage[]; similarity: number }>();
  const texts = new Set<string>();
  yield* eachInSteps(site.pages, (page) => {
    if (page.text === null || texts.has(page.text) || !isCompared(page, site)) return;
    const sketch = page.entry.details?.sketch ?? null;
    if (sketch?.length !== SKETCH_LENGTH) return;
    texts.add(page.text);
    const bands = bandsOf(sketch);
    const similar = known.similar(bands, bands.length - MOST_DIFFERING).flatMap((index) => kept[index] ?? []);
    const nearest = nearestOf(sketch, similar);
    if (nearest === null) {
      known.add(bands, kept.length);
      kept.push({ page, sketch });
    } else {
      const group = groups.get(nearest.page) ?? { others: [], similarity: 1 };
      group.others.push(page);
      group.similarity = Math.min(group.similarity, nearest.similarity);
      groups.set(nearest.page, group);
    }
  });
  return [...groups].map(([compared, { others: similar, similarity: least }]) => {
    const [page = compared, ...others] = [compared, ...similar].toSorted(byPageOrder);
    return { page, others, similarity: least };
  });
});

/** The group of `nearDuplicates` that all these pages are of, by their texts; null if there is none. */
export function nearGroupOf(pages: readonly AuditPage[], site: AuditSite): NearDuplicates | null {
  const [first, ...others] = new Set(pages.map(({ text }) => groupsByText(site).get(text ?? '')));
  return others.length === 0 ? (first ?? null) : null;
}

const groupsByText: (site: AuditSite) => ReadonlyMap<string, NearDuplicates> = oncePerSite((site) => {
  const groups = nearDuplicates(site).flatMap((group) =>
    [group.page, ...group.others].map(({ text }) => [text ?? '', group] as const),
  );
  return new Map(groups);
});

function isCompared(page: AuditPage, site: AuditSite): boolean {
  if (!page.allowsIndexing || page.words < MIN_WORDS || finalCanonical(page, site) !== page.key) return false;
  return soft404Sign(page, null, site) === null;
}

function nearestOf(
  sketch: string,
  candidates: readonly Sketched[],
): { readonly page: AuditPage; readonly similarity: number } | null {
  let nearest: { page: AuditPage; similarity: number } | null = null;
  for (const { page, sketch: other } of candidates) {
    const score = similarity(sketch, other, MIN_SIMILARITY);
    if (score >= MIN_SIMILARITY && score > (nearest?.similarity ?? 0)) nearest = { page, similarity: score };
  }
  return nearest;
}
