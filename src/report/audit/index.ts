import { csv } from './csv.ts';
import { dot } from './dot.ts';
import type { AuditFormat } from './format.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import { redirects } from './redirects.ts';
import { sarif } from './sarif.ts';
import { sitemap } from './sitemap.ts';
import { text } from './text.ts';

/** The built-in formats of audit reports. */
export const AUDIT_FORMATS: readonly AuditFormat[] = [
  text,
  json,
  ndjson,
  csv,
  sarif,
  junit,
  markdown,
  html,
  github,
  gitlab,
  redirects,
  sitemap,
  dot,
];
