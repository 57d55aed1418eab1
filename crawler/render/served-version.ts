import { countedCanonicals } from '../../src/audit/site/counted-canonicals.ts';
import type { PageRecord, ServedVersion } from '../../src/audit/site/page-record.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import type { PageDocument } from '../page/document.ts';
import { MAX_LENGTH } from '../page/record.ts';

type Page = Pick<PageDocument, 'links' | 'record'>;

/** How the page that the server sent differs from the rendered one. */
export function servedVersion(served: Page, rendered: Page): ServedVersion {
  const before = compared(served.record);
  const after = compared(rendered.record);
  const names = ['title', 'robots', 'canonicals', 'alternates'] as const;
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const known = linksOf(served);
  const added = [...linksOf(rendered)].filter((url) => !known.has(url));
  const first = added.find((url) => url.length <= MAX_LENGTH);
  return {
    ...Object.fromEntries(differing.map((name) => [name, before[name]])),
    words: served.record.text?.words ?? 0,
    links: known.size,
    added: { links: added.length, first: first === undefined ? null : withoutUserinfo(first) },
  };
}

function compared({
  title,
  robots,
  canonicals,
  alternates,
}: PageRecord): Required<Pick<ServedVersion, 'title' | 'robots' | 'canonicals' | 'alternates'>> {
  const urls = countedCanonicals(canonicals).flatMap(({ url }) => (url === null ? [] : [url]));
  return { title, robots, canonicals: urls, alternates };
}

function linksOf({ links }: Page): ReadonlySet<string> {
  return new Set(Array.from(links).flatMap(({ kind, url }) => (kind === 'link' ? [url] : [])));
}
