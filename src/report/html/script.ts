import { charts } from './client/charts.ts';
import type { Client } from './client/client.ts';
import { clusters } from './client/clusters.ts';
import { csv } from './client/csv.ts';
import { data } from './client/data.ts';
import { disclosure } from './client/disclosure.ts';
import { dom } from './client/dom.ts';
import { findingDetail } from './client/finding-detail.ts';
import { findingFilter } from './client/finding-filter.ts';
import { findingGroups } from './client/finding-groups.ts';
import { findings } from './client/findings.ts';
import { graphLayout } from './client/graph-layout.ts';
import { help } from './client/help.ts';
import { ledger } from './client/ledger.ts';
import { listing } from './client/listing.ts';
import { live } from './client/live.ts';
import { redirects } from './client/redirects.ts';
import { route } from './client/route.ts';
import { sitemap } from './client/sitemap.ts';
import { skipped } from './client/skipped.ts';
import { start } from './client/start.ts';
import { summary } from './client/summary.ts';
import { table } from './client/table.ts';
import { text } from './client/text.ts';

/** In this order: each part may use those before it. */
const PARTS: Readonly<Record<string, (client: Client) => unknown>> = {
  dom,
  text,
  route,
  data,
  csv,
  charts,
  table,
  listing,
  disclosure,
  findingDetail,
  findingFilter,
  findingGroups,
  graphLayout,
  summary,
  findings,
  clusters,
  redirects,
  sitemap,
  skipped,
  ledger,
  help,
  start,
};

/**
 * The page's script. A function's own text is what is there at run time whether the sources run as they are, compiled
 * or bundled: so no file is read, and no generated copy can go stale.
 */
export const SCRIPT: string = scriptOf(PARTS);

/** The script of a page that a server keeps up with a crawl. */
export const LIVE_SCRIPT: string = scriptOf({ ...PARTS, live });

function scriptOf(parts: typeof PARTS): string {
  return [
    "'use strict';",
    '{',
    'const client = {};',
    ...Object.entries(parts).map(([name, part]) => `client.${name} = (${compact(part.toString())})(client);`),
    '}',
  ].join('\n');
}

/**
 * Without what is for readers of the sources, and the blanks that erased types leave. Of the strings in the parts, none
 * goes over several lines or has two spaces in a row.
 */
function compact(source: string): string {
  return source
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s*\/\*\*.*?\*\/$/gms, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ {2,}/g, ' ');
}
