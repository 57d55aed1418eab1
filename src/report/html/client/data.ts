import type { Finding } from '../../../audit/finding.ts';
import type { ClaimRow, Cluster, EntryRow, RedirectRow, SitemapRow, SkippedRow } from '../../../audit/report.ts';
import type { RuleText } from '../../../audit/rule.ts';
import type { PackedFinding, PackedFindings, ReportHead } from '../embedded.ts';

/** Reads the data, which follow this script in the document, piece by piece, so that the page answers in between. */

const PIECES = 'script[data-list]';
/** Pieces that are decompressed side by side. */
const AT_ONCE = 4;
/** Milliseconds to wait for more of the file. */
const PAUSE = 20;

interface Lists {
  readonly findings: Finding[];
  readonly entries: EntryRow[];
  readonly clusters: Cluster[];
  readonly redirects: RedirectRow[];
  readonly sitemap: SitemapRow[];
  readonly skipped: SkippedRow[];
  readonly claims: ClaimRow[];
}

export const head: ReportHead = JSON.parse(document.querySelector('#report')?.textContent ?? '');

/** What the page has read so far. */
export const lists: Lists = {
  findings: [],
  entries: [],
  clusters: [],
  redirects: [],
  sitemap: [],
  skipped: [],
  claims: [],
};

const rules = new Map(head.rules.map((rule) => [rule.id, rule]));
let complete = false;

/** Whether the page has read all data. */
export function isComplete(): boolean {
  return complete;
}

export function ruleOf(id: string): RuleText | null {
  return rules.get(id) ?? null;
}

/** Reads the lists once the page is painted. Calls the listener after the first piece and after the last. */
export function readLists(listener: () => void): void {
  requestAnimationFrame(() => setTimeout(() => void read(listener), 0));
}

async function read(listener: () => void): Promise<void> {
  let hasTold = false;
  while (!complete) {
    const some = nextPieces();
    for (const [name, text] of await Promise.all(some.map(textOf))) {
      take(name, text);
      // The page answers in between.
      await pause(0);
    }
    for (const piece of some) piece.remove();
    complete = document.readyState !== 'loading' && document.querySelector(PIECES) === null;
    if (complete || (!hasTold && lists.findings.length > 0)) {
      hasTold = true;
      listener();
    }
    if (some.length === 0 && !complete) await pause(PAUSE);
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The next pieces that have arrived as a whole. */
function nextPieces(): readonly HTMLElement[] {
  const pieces = [...document.querySelectorAll<HTMLElement>(PIECES)].slice(0, AT_ONCE);
  return pieces.filter((piece) => piece.nextElementSibling !== null || document.readyState !== 'loading');
}

async function textOf(piece: HTMLElement): Promise<readonly [name: string, text: string]> {
  return [piece.dataset['list'] ?? '', await decompressed(piece.textContent ?? '')];
}

function take(name: string, text: string): void {
  const content = JSON.parse(text);
  if (name === 'findings') lists.findings.push(...unpack(content));
  else if (name in lists) Object(lists)[name].push(...content);
}

/** @param text of bytes that gzip compressed, as Base64 */
async function decompressed(text: string): Promise<string> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  // Many times faster than Uint8Array.from with a function.
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

function unpack({ strings, rows }: PackedFindings): readonly Finding[] {
  return rows.map((row) => unpackRow(row, (index) => strings[index] ?? ''));
}

function unpackRow(
  [rule, severity, key, url, message, evidence, related, line, column, cause, fingerprint, page]: PackedFinding,
  at: (index: number) => string,
): Finding {
  const [status, depth, inlinks, referrers, text, passes] = page;
  const finding: Omit<Finding, 'severity' | 'key'> & { severity: string; key: string } = {
    rule: at(rule),
    severity: at(severity),
    key: at(key),
    url: at(url),
    message: at(message),
    evidence,
    related: related.map(at),
    line,
    column,
    cause: at(cause),
    fingerprint,
    page: { status, depth, inlinks, referrers: referrers.map(at), text, passes: passes.map(at) },
  };
  // The other end packed a finding.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return finding as Finding;
}
