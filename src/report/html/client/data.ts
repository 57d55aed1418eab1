import type { Finding } from '../../../audit/finding.ts';
import type { ClaimRow, RedirectRow, SitemapRow, SkippedRow } from '../../../audit/report.ts';
import type { RuleText } from '../../../audit/rule.ts';
import type { EmbeddedCluster, PackedFindings, ReportHead } from '../embedded.ts';

interface Lists {
  readonly findings: Finding[];
  readonly clusters: EmbeddedCluster[];
  readonly redirects: RedirectRow[];
  readonly sitemap: SitemapRow[];
  readonly skipped: SkippedRow[];
  readonly claims: ClaimRow[];
}

export interface Data {
  readonly head: ReportHead;
  /** As far as they are read. */
  readonly lists: Lists;
  readonly isComplete: () => boolean;
  readonly rule: (id: string) => RuleText | null;
  /** Calls when something more is read: after the first piece and after the last. */
  readonly whenRead: (listener: () => void) => void;
}

/** Reads the data, which follow behind this script, piece by piece, so that the page answers in between. */
export function data(): Data {
  /** Milliseconds in one go: less than a frame. */
  const TURN = 12;
  /** Milliseconds until there may be more of the file. */
  const PAUSE = 20;

  const head: ReportHead = JSON.parse(document.querySelector('#report')?.textContent ?? '');
  const lists: Lists = { findings: [], clusters: [], redirects: [], sitemap: [], skipped: [], claims: [] };
  const rules = new Map(head.rules.map((rule) => [rule.id, rule]));
  const listeners: (() => void)[] = [];
  let complete = false;
  let started = false;

  function read(): void {
    const end = performance.now() + TURN;
    let piece = nextPiece();
    while (piece !== null && performance.now() < end) {
      take(piece);
      piece.remove();
      piece = nextPiece();
    }
    complete = piece === null && document.readyState !== 'loading';
    if (complete || (!started && lists.findings.length > 0)) tell();
    if (!complete) setTimeout(read, piece === null ? PAUSE : 0);
  }

  /** The next piece that is there as a whole; null where there is none yet. */
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

  function tell(): void {
    started = true;
    for (const listener of listeners) listener();
  }

  function unpack({ strings, rows }: PackedFindings): Finding[] {
    const at = (index: number): string => strings[index] ?? '';
    return rows.map(
      ([rule, severity, key, url, message, evidence, related, line, column, cause, fingerprint, page]) => {
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
        // What was packed was a finding.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        return finding as Finding;
      },
    );
  }

  // The page is painted first.
  requestAnimationFrame(() => setTimeout(read, 0));

  return {
    head,
    lists,
    isComplete: () => complete,
    rule: (id) => rules.get(id) ?? null,
    whenRead: (listener) => listeners.push(listener),
  };
}
