import PQueue from 'p-queue';
import type { SiteQuestion } from '../../../crawler/learning/site-questions.ts';
import { usualDelay } from '../../../crawler/politeness/loopback.ts';
import { hostOf } from '../../../crawler/probe/differences.ts';
import { type ProbeOptions, type ProbeReport, probe } from '../../../crawler/probe/probe.ts';
import type { CopyStore } from '../../../crawler/robots/copy.ts';
import { productTokenOf } from '../../../crawler/robots/robots-file.ts';
import { addressAccess, fetcherFor, isRecognizable } from '../../../crawler/seed-fetcher.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { number } from '../../text/number.ts';
import { verboseLine } from '../io/output.ts';
import { ProgressLine } from '../io/progress.ts';
import { fetcherOptions } from '../options/fetch-options.ts';
import type { ProbeFlags } from '../options/probe-options.ts';
import { describeProbe } from '../render/outcome-line.ts';
import { quoted } from '../render/printable.ts';

/** The settings for probing several sites. */
export interface SiteProbesOrder {
  readonly flags: ProbeFlags;
  /** URLs named by the user: only their origins get secret headers, and only their hosts may have private addresses. */
  readonly seeds: readonly string[];
  /** Milliseconds between two requests to a site; null for the default: none on loopback, else one second. */
  readonly delay: number | null;
  /** Stores copies of robots.txt. */
  readonly copies: CopyStore;
  readonly needs: Thresholds;
  readonly signal: AbortSignal;
  /** Receives each report as soon as it is complete. */
  readonly onReport?: (report: ProbeReport) => Promise<void>;
}

/** Number of sites probed in parallel; each gets one request at a time. */
const SITES_AT_ONCE = 8;

/**
 * Probes sites and shows progress. After an abort it finishes the running requests.
 *
 * @returns a report for each probed site, in order
 */
export async function probeSites(
  sites: readonly SiteQuestion[],
  order: SiteProbesOrder,
): Promise<readonly ProbeReport[]> {
  const { flags, seeds, needs, copies, signal, onReport } = order;
  const access = fetcherOptions(flags);
  const fetcher = fetcherFor(seeds, access);
  let [done, requests, latest] = [0, 0, ''];
  const progress = new ProgressLine(async () => {
    const share = sites.length === 1 ? '' : `${number(done)} of ${number(sites.length)} sites · `;
    return `${share}${number(requests)} requests · ${quoted(latest)}`;
  });
  const settings: Omit<ProbeOptions, keyof SiteQuestion | 'delay'> = {
    fetcher,
    isRecognizable: isRecognizable(access),
    addresses: addressAccess(fetcher, seeds, access),
    robots: flags.robots ? { copies, productToken: productTokenOf(flags.userAgent) } : null,
    needs,
    samples: flags.samples,
    budget: flags.budget,
    signal,
    onRequest: (url) => {
      requests++;
      latest = url;
      verboseLine(() => describeProbe(url));
    },
  };
  const probeOne = async (site: SiteQuestion): Promise<readonly ProbeReport[]> => {
    if (signal.aborted) return [];
    const report = await probe({
      ...settings,
      ...site,
      delay: order.delay ?? usualDelay(site.starts.map(hostOf), flags.connectTo),
    });
    done++;
    await onReport?.(report);
    return [report];
  };
  const queue = new PQueue({ concurrency: SITES_AT_ONCE });
  try {
    return (await queue.addAll(sites.map((site) => () => probeOne(site)))).flat();
  } finally {
    progress.stop();
    await fetcher.close();
  }
}
