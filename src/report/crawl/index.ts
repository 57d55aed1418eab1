import type { ReportFormat } from '../format.ts';
import { redirects } from './crawled-redirects.ts';
import { csv } from './csv.ts';
import { dot } from './dot.ts';
import { ndjson } from './ndjson.ts';
import { sitemap } from './sitemap.ts';
import { surtList } from './surt-list.ts';

/** The formats of `export`. To add a format, add a file here and a line below. */
export const REPORT_FORMATS: readonly ReportFormat[] = [csv, ndjson, sitemap, surtList, dot, redirects];
