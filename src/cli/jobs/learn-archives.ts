import { siteName } from '../../../crawler/archive/site-name.ts';
import type { Frontier } from '../../../db/index.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { adjudicate } from '../../evidence/verdict.ts';
import type { Fact } from '../../facts/facts.ts';
import { ListError } from '../../lists/error.ts';
import { counted, number } from '../../text/number.ts';
import { LazyWorkspace } from '../io/lazy-workspace.ts';
import { Spool } from '../io/spool.ts';
import { claimLines } from '../render/claim-lines.ts';
import { type ArchiveCounts, type ArchiveFiles, type ReadingOptions, readArchives } from './read-archives.ts';

export interface ArchiveLearning extends Pick<ReadingOptions, 'memory' | 'signal'> {
  readonly files: ArchiveFiles;
  /** How far apart two captures may be to be compared, in milliseconds. */
  readonly window: number;
}

/** What archives say about all their sites. */
export interface ArchiveLesson {
  readonly counts: ArchiveCounts;
  /** The decided claims as lines of text or JSON. */
  readonly claims: Spool;
  readonly facts: readonly Fact[];
  readonly confirmed: number;
  readonly refuted: number;
  readonly undecided: number;
  readonly close: () => void;
}

/** A series of the workspace; the captures have positive numbers. */
const CLAIMS = -1;

/** Learns from archives about all their sites. There may be too many claims for memory. */
export async function learnFromArchives(
  learning: ArchiveLearning,
  needs: Thresholds,
  isJson: boolean,
): Promise<ArchiveLesson> {
  const workspace = new LazyWorkspace();
  const claims = new Spool(workspace.open, CLAIMS);
  const facts: Fact[] = [];
  const verdicts = { confirmed: 0, refuted: 0, undecided: 0 };
  const take = (evidence: readonly Evidence[]): void => {
    const all = adjudicate(evidence, needs);
    for (const { verdict } of all) verdicts[verdict]++;
    const decided = all.filter(({ verdict }) => verdict !== 'undecided');
    for (const line of claimLines(decided, evidenceOf(decided, evidence), isJson)) claims.add(`${line}\n`);
    facts.push(...factsOf(decided, []).facts);
  };
  const restart = (): void => {
    claims.clear();
    facts.length = 0;
    Object.assign(verdicts, { confirmed: 0, refuted: 0, undecided: 0 });
  };
  try {
    const counts = await read(learning, { sites: null, workspace: workspace.open, take, restart });
    return { counts, claims, facts, ...verdicts, close: () => workspace.close() };
  } catch (error) {
    workspace.close();
    throw error;
  }
}

/** What archives say about the sites of a crawl. */
export interface SiteLesson {
  readonly counts: ArchiveCounts;
  readonly evidence: readonly Evidence[];
  /** The sites that were crawled, or else those to crawl. */
  readonly sites: readonly string[];
}

/** Learns from archives about the sites of a crawl. */
export async function archiveEvidence(frontier: Frontier, learning: ArchiveLearning): Promise<SiteLesson> {
  const sites = new Set<string>();
  const crawled = new Set<string>();
  for await (const { key, state } of frontier.entries('bare')) {
    const site = siteName(key);
    sites.add(site);
    if (state === 'done') crawled.add(site);
  }
  let evidence: Evidence[] = [];
  const workspace = new LazyWorkspace();
  try {
    const counts = await read(learning, {
      sites,
      workspace: workspace.open,
      take: (pieces) => evidence.push(...pieces),
      restart: () => {
        evidence = [];
      },
    });
    return { counts, evidence, sites: [...(crawled.size > 0 ? crawled : sites)] };
  } finally {
    workspace.close();
  }
}

async function read(
  { files, memory, window, signal }: ArchiveLearning,
  rest: Pick<ReadingOptions, 'sites' | 'workspace' | 'take' | 'restart'>,
): Promise<ArchiveCounts> {
  const counts = await readArchives(files, { ...rest, memory, window: window / 1000, signal });
  if (counts.captures > 0) return counts;
  const [problem = 'the files have none'] = counts.problems;
  const why = counts.otherFormat ?? `${problem}; --cdx reads indexes (CDX, CDXJ), --warc the responses themselves`;
  throw new ListError('mixed-formats', `no captures found: ${why}`);
}

/** What was read, as lines for people. */
export function describeReading({
  captures,
  used,
  passedOver,
  unreadable,
  problems,
}: ArchiveCounts): readonly string[] {
  const more = unreadable - problems.length;
  return [
    ...problems,
    ...(more > 0 ? [`and ${number(more)} more`] : []),
    `read ${counted(captures, 'capture')}, used ${number(used)} as evidence about pages`,
    ...(unreadable > 0 ? [`unreadable lines, records and files: ${number(unreadable)}`] : []),
    ...(passedOver > 0
      ? [`left out ${counted(passedOver, 'capture')} of very large sites; raise --memory to use them`]
      : []),
  ];
}
