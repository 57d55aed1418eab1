import type { PageLinks } from '../../src/audit/site/entry.ts';
import type { Key } from '../../src/canon/key.ts';
import type { ReportEntry, ReportFormat } from '../../src/report/format.ts';

type Change = Partial<Omit<ReportEntry, 'key' | 'aliasOf' | 'foundOn'>> & {
  readonly key?: string;
  readonly aliasOf?: string;
};

/** An entry of a successfully fetched page. Its URL is its key by default. */
export function entry(url: string, { key = url, aliasOf, ...change }: Change = {}): ReportEntry {
  return {
    id: 0,
    key: keyed(key),
    url,
    finalUrl: null,
    firstFailure: null,
    site: 'h',
    state: 'done',
    status: 200,
    depth: 0,
    contentType: 'text/html; charset=utf-8',
    source: 'link',
    foundOn: null,
    aliasOf: aliasOf === undefined ? null : keyed(aliasOf),
    aliasBy: null,
    location: null,
    reason: null,
    role: 'page',
    details: null,
    listings: [],
    ...change,
  };
}

export function redirectTo(url: string, target: string, change: Change = {}): ReportEntry {
  return entry(url, { aliasOf: target, aliasBy: 'redirect', status: 301, contentType: null, ...change });
}

function keyed(text: string): Key {
  // Only the canonicalizer makes keys; here the test replaces it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text as Key;
}

interface Written {
  readonly text: string;
  readonly beside: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** Writes a report, into a folder or, like standard output, into one stream. */
export async function write(
  format: ReportFormat,
  entries: readonly ReportEntry[],
  {
    folder = true,
    fields = [],
    links = [],
  }: { readonly folder?: boolean; readonly fields?: readonly string[]; readonly links?: readonly PageLinks[] } = {},
): Promise<Written> {
  const byKey = new Map(entries.map((one) => [one.key, one]));
  const beside = new Map<string, string>();
  let text = '';
  const notes: string[] = [];
  await format.write(
    {
      entries: async function* entriesInOrder() {
        yield* entries;
      },
      entry: async (key) => byKey.get(key) ?? null,
      fields: async () => fields,
      links: async function* linksInOrder() {
        yield* links;
      },
    },
    {
      write: async (more) => {
        text += more;
      },
      writeBeside: async (number, whole) => {
        if (!folder) return null;
        beside.set(`s ${number}.xml`, whole);
        return `s ${number}.xml`;
      },
      note: (line) => void notes.push(line),
    },
  );
  return { text, beside, notes };
}
