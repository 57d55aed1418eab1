import { type ParsedUrl, resourceOf } from '../../url/parsed-url.ts';
import { dropParams, paramName } from '../../url/query.ts';

const PAGE_PARAM = /^(?:page|paged|pageno|pagenumber|page_number|pg)=0*([1-9]\d{0,5})$/i;
/** `/page/2` or `/page-2` at the end of a path. */
const PAGE_SEGMENT = /\/page[/-]0*([1-9]\d{0,5})\/?$/i;

/** A page of a series, by its URL. */
interface SeriesPage {
  readonly number: number;
  /** The URL without the number: the same for all pages of the series. */
  readonly series: string;
}

/** The number of a later page in a series that starts at `first`; null if the URLs are not such a pair. */
export function numberAfterFirst(url: ParsedUrl, first: ParsedUrl): number | null {
  const page = seriesPage(url);
  const { number, series } = seriesPage(first);
  return page.number > 1 && number === 1 && page.series === series && url.asciiHost === first.asciiHost
    ? page.number
    : null;
}

/** The same for all pages of a list on one host. */
export function seriesNameOf(url: ParsedUrl): string {
  return `${url.asciiHost ?? ''} ${seriesPage(url).series}`;
}

/** A URL without a number is the first of its series. */
function seriesPage(url: ParsedUrl): SeriesPage {
  const segment = PAGE_SEGMENT.exec(url.path);
  if (segment !== null) {
    const path = url.path.slice(0, segment.index);
    return { number: Number(segment[1]), series: seriesOf({ ...url, path }) };
  }
  const param = url.query?.split('&').find((one) => PAGE_PARAM.test(one));
  if (url.query === null || param === undefined) return { number: 1, series: seriesOf(url) };
  const query = dropParams(url.query, (one) => paramName(one) === paramName(param));
  return { number: Number(PAGE_PARAM.exec(param)?.[1]), series: seriesOf({ ...url, query }) };
}

function seriesOf(url: ParsedUrl): string {
  const path = url.path.endsWith('/') ? url.path.slice(0, -1) : url.path;
  return resourceOf({ ...url, path });
}
