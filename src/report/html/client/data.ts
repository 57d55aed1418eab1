import type { Finding } from '../../../audit/finding.ts';
import type { ClaimRow, RedirectRow, SitemapRow, SkippedRow } from '../../../audit/report.ts';
import type { RuleText } from '../../../audit/rule.ts';
import type { EmbeddedCluster, PackedFinding, PackedFindings, ReportHead } from '../embedded.ts';

/** Reads the data, which follow this script in the document, piece by piece, so that the page answers in between. */

/** Milliseconds of reading at a time: less than a frame. */
const TURN = 12;
/** Milliseconds to wait for more of the file. */
const PAUSE = 20;

interface Lists {
  readonly findings: Finding[];
  readonly clusters: EmbeddedCluster[];
  readonly redirects: RedirectRow[];
  readonly sitemap: SitemapRow[];
  readonly skipped: SkippedRow[];
  readonly claims: ClaimRow[];
}

export const head: ReportHead = JSON.parse(document.querySelector('#report')?.textContent ?? '');

/** What the page has read so far. */
export const lists: Lists = { findings: [], clusters: [], redirects: [], sitemap: [], skipped: [], claims: [] };

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
  let hasTold = false;
  const read = (): void => {
    const piece = readPieces();
    complete = piece === null && document.readyState !== 'loading';
    if (complete || (!hasTold && lists.findings.length > 0)) {
      hasTold = true;
      listener();
    }
    if (!complete) setTimeout(read, piece === null ? PAUSE : 0);
  };
  requestAnimationFrame(() => setTimeout(read, 0));
}

/** Reads as many pieces as one turn allows. Returns the next one; null if it is not there yet. */
function readPieces(): HTMLElement | null {
  const end = performance.now() + TURN;
  let piece = nextPiece();
  while (piece !== null && performance.now() < end) {
    take(piece);
    piece.remove();
    piece = nextPiece();
  }
  return piece;
}

/** The next piece that has arrived as a whole; null if there is none yet. */
function nextPiece(): HTMLElement | null {
  const piece = document.querySelector<HTMLElement>('script[data-list]');
  return piece !== null && (piece.nextElementSibling !== null || document.readyState !== 'loading') ? piece : null;
}

function take(piece: HTMLElement): void {
  const name = piece.dataset['list'];
  const content = JSON.parse(piece.textContent ?? '');
  if (name === 'findings') lists.findings.push(...unpack(content));
  else if (name !== undefined && name in lists) Object(lists)[name].push(...content);
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
