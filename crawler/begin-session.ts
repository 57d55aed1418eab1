import { type Refusal, UNLINKED } from '../db/reasons.ts';
import type { FoundUrl, Frontier } from '../db/store.ts';
import { compile } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import type { CanonOptions } from '../src/canon/options.ts';
import { jsonValue } from '../src/stored-fields.ts';
import { bareValue, withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import type { LoopOptions } from './crawl-loop.ts';
import type { Discovery } from './discovery.ts';
import { batchesOf } from './found-batch.ts';
import { differingKeys, keySettings, resumedCanon } from './key-settings.ts';
import { Ledger } from './learning/ledger.ts';
import { usualDelay } from './politeness/loopback.ts';
import { agreeOnPoliteness, type Politeness } from './politeness/politeness.ts';
import { LONGEST_RETRY_AFTER, LONGEST_WAIT } from './politeness/retry-after.ts';
import { Recorder } from './recorder.ts';
import { agreeOnLook, keepLook, type Look, lastLook, programBefore, untilNow } from './recrawl/look.ts';
import { keepProductToken } from './robots/kept-rule.ts';
import { productTokenOf } from './robots/robots-file.ts';
import { Growth } from './scope/growth.ts';
import { Scope, validKeys } from './scope/scope.ts';
import { agreeOnSelectors } from './selection/stored-selectors.ts';
import { nothingToCrawl, SessionError } from './session-error.ts';
import type { SessionOptions } from './session-options.ts';

/** A seed that is not crawled. */
export interface RejectedSeed {
  /** The seed, without a user name and password. */
  readonly url: string;
  /** Why: what is wrong with the URL, or a skip reason. */
  readonly reason: string;
}

/** A session before its first request. Its programs agree, and the frontier has its seeds. */
export interface Begun extends Pick<LoopOptions, 'delay' | 'perSite' | 'growth' | 'recorder'> {
  /** Whether the frontier already contained a crawl. */
  readonly resumed: boolean;
  /** The last look before this session; null if there was none or it is not known. */
  readonly lastLook: Look | null;
  /** Seeds that are not valid http(s) URLs, with the reason. */
  readonly rejected: readonly RejectedSeed[];
  /** With the selectors and the options for keys that the crawl began with. */
  readonly options: SessionOptions;
  readonly ledger: Ledger;
  readonly look: Look;
  /** The seeds and sitemaps of all sessions. */
  readonly found: readonly FoundUrl[];
  /** Their URLs, as the user wrote them, then without user names. */
  readonly ownUrls: readonly string[];
  readonly productToken: string;
}

/**
 * Agrees with earlier sessions and other programs on all that they share, and adds the seeds to the frontier.
 *
 * @throws {SessionError} if it cannot
 */
export async function beginSession(asked: SessionOptions): Promise<Begun> {
  const { frontier } = asked;
  const selectors = await agreeOnSelectors(frontier, asked.selectors);
  const options = { ...asked, selectors, canon: await agreeOnKeys(asked) };
  const politeness = await agreeOnPoliteness(frontier, options);
  if (options.recrawl !== null) await refuseRecrawl(frontier);
  const { seeds, sitemaps, keys, invalid } = await rememberStarts(options);
  const scope = new Scope(keys, options.scope);
  const growth = options.scope.traps === null ? null : new Growth(options.scope.traps);
  const ledger = await Ledger.open(options, scope, growth);
  const { discovery } = ledger;
  await scope.recall(frontier.entries('bare'));
  await growth?.recall(frontier, frontier.entries('bare'), options.recrawl !== null && (await isFinished(frontier)));
  const resumed = await resume(options, discovery);
  // The user may have added verdicts since the last session.
  await ledger.applyEvidence([]);
  const earlier = await correctTimes(frontier, politeness);
  const look = await beginLook(options, resumed);
  const recorder = new Recorder({ frontier, ledger });
  const { epoch } = recorder;
  const foundSeeds = seeds.map((url) => discovery.start(url));
  const foundSitemaps = sitemaps.map((url) => discovery.start(url, 'sitemap'));
  const found = [...foundSeeds, ...foundSitemaps];
  // In one transaction, a long list would hold up the process and other programs. After a stop, the next session adds the rest.
  for (const batch of batchesOf(found)) if (!options.signal.aborted) await recorder.add(batch, epoch);
  // In the format of a facts file, for other commands that use these facts (`--facts DB`).
  await frontier.setMeta('facts', JSON.stringify({ version: 1, facts: options.canon.facts ?? [] }));
  const productToken = productTokenOf(options.fetch.userAgent);
  await keepProductToken(frontier, productToken);
  return {
    options,
    ...limitsOf(options, politeness, foundSeeds),
    ledger,
    growth,
    recorder,
    resumed,
    lastLook: earlier,
    look,
    found,
    rejected: [...invalid, ...foundSeeds.flatMap(({ url, skip }) => (skip === null ? [] : [{ url, reason: skip }]))],
    ownUrls: [...options.seeds, ...options.sitemaps, ...seeds, ...sitemaps],
    productToken,
  };
}

/**
 * Adds the seeds and sitemaps to those of earlier sessions. Returns all of them, their keys, and the seeds that are invalid.
 *
 * @throws {SessionError} `no-seeds`
 */
async function rememberStarts(options: SessionOptions): Promise<{
  readonly seeds: readonly string[];
  readonly sitemaps: readonly string[];
  readonly keys: readonly Key[];
  readonly invalid: readonly RejectedSeed[];
}> {
  const { frontier, canon } = options;
  const { key: keyOf } = compile(canon);
  const given = options.seeds.map((url) => ({ url, key: keyOf(url) }));
  const seeds = await remember(
    frontier,
    'seeds',
    given.filter(({ key }) => !(key instanceof UrlError)).map(({ url }) => withoutUserinfo(url)),
  );
  const sitemaps = await remember(frontier, 'sitemaps', options.sitemaps.map(withoutUserinfo));
  if (seeds.length === 0 && given.length === 0 && sitemaps.length === 0) {
    throw nothingToCrawl();
  }
  return {
    seeds,
    sitemaps,
    keys: validKeys([...seeds, ...sitemaps], keyOf),
    invalid: given.flatMap(({ url, key }) =>
      key instanceof UrlError ? [{ url: withoutUserinfo(url), reason: key.message }] : [],
    ),
  };
}

/** How politely to fetch. */
function limitsOf(
  { isOffline, fetch }: SessionOptions,
  { delay, perSite }: Politeness,
  seeds: readonly FoundUrl[],
): Pick<Begun, 'delay' | 'perSite'> {
  if (isOffline) return { delay: 0, perSite: Number.POSITIVE_INFINITY };
  // No request goes to a seed of another scheme than http and https.
  const web = seeds.filter(({ skip }) => skip !== 'scheme');
  const sites = (web.length > 0 ? web : seeds).map(({ site }) => site);
  const agreed = delay ?? usualDelay(sites, fetch.connectTo ?? []);
  // With a delay of 0, fetches of other programs that share the frontier do not count.
  return { delay: agreed, perSite: perSite ?? (agreed === 0 ? Number.POSITIVE_INFINITY : 1) };
}

/** Corrects what was stored while the clock was ahead. Returns the last look; null if there was none or it is not known. */
async function correctTimes(frontier: Frontier, { delay }: Politeness): Promise<Look | null> {
  const stored = await lastLook(frontier);
  const earlier = stored && untilNow(stored, frontier.now());
  if (earlier !== null && earlier !== stored) await keepLook(frontier, earlier);
  // Where the clock was ahead, what is to wait for long may have been set by it.
  const longest = earlier === stored ? LONGEST_RETRY_AFTER : LONGEST_WAIT;
  await frontier.correctTimes(frontier.now(), Math.max(longest, delay ?? 0));
  return earlier;
}

/** Whether a crawl has no URL left to fetch. */
async function isFinished(frontier: Frontier): Promise<boolean> {
  const { queued, leased } = (await frontier.stats()).states;
  return queued + leased === 0;
}

/** Begins a look or continues one that was stopped. A recrawl queues the entries that it fetches again. */
async function beginLook({ frontier, recrawl }: SessionOptions, isResumed: boolean): Promise<Look> {
  // Another program may have begun since.
  if (recrawl !== null) await refuseRecrawl(frontier);
  const look = await agreeOnLook(frontier, { isResumed, recrawl });
  // Also when a recrawl resumes, because a kill may have come between the two calls.
  if (look.finishedAt === null && look.before !== null) await frontier.requeue(look.before);
  return look;
}

/** All keys of one frontier must be made with the same options. Returns these. */
async function agreeOnKeys({ frontier, canon }: SessionOptions): Promise<CanonOptions> {
  let agreed = canon;
  await frontier.updateMeta('keys', (before) => {
    if (before === null) return keySettings(canon);
    const resumed = resumedCanon(before, canon);
    if (resumed !== null) {
      agreed = resumed;
      return before;
    }
    throw differingKeys(before, canon, {
      options: 'use the same options, name another crawl with the option db, or start over with the option fresh',
      version: 'name another crawl with the option db, or start over with the option fresh',
    });
  });
  return agreed;
}

/** Adds to the seeds or sitemaps of earlier sessions. The scope is measured from all of them. */
async function remember(
  frontier: Frontier,
  name: 'seeds' | 'sitemaps',
  urls: readonly string[],
): Promise<readonly string[]> {
  const all = await frontier.updateMeta(name, (before) =>
    JSON.stringify([...new Set([...parseStrings(before), ...urls])]),
  );
  return parseStrings(all);
}

function parseStrings(json: string | null): readonly string[] {
  const value = jsonValue(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Gives back the leases of a killed run. If the limits changed, decides again about skipped entries. Every recrawl
 * checks robots.txt again for the entries that it disallowed.
 */
async function resume(
  { frontier, scope, robots, recrawl, obeysNofollow }: SessionOptions,
  discovery: Discovery,
): Promise<boolean> {
  await frontier.release();
  const limits = JSON.stringify(bareValue({ ...scope, robots }));
  const { isResumed, isAnother } = await agreeOnLimits(frontier, limits);
  const { skipped } = await frontier.stats();
  if (isAnother || recrawl !== null || (skipped[UNREACHABLE] ?? 0) > 0) {
    // The pages that link to the others decide about them, when they are fetched again. Their links had the user names.
    const left = [UNLINKED, 'not-selected', 'credentials', ...(obeysNofollow ? ['nofollow'] : [])];
    const isAskedAgain = (reason: string): boolean =>
      !left.includes(reason) && (isAnother || recrawl !== null || reason === UNREACHABLE);
    await frontier.reconsider(({ url, reason, ...entry }) =>
      reason !== null && isAskedAgain(reason) ? discovery.found(url, entry).skip : undefined,
    );
  }
  if (isAnother) await frontier.setMeta('scope', limits);
  return isResumed;
}

/** Stores the limits. Returns whether the frontier had any, and whether they differ. */
async function agreeOnLimits(frontier: Frontier, limits: string): Promise<{ isResumed: boolean; isAnother: boolean }> {
  let isResumed = false;
  const agreed = await frontier.updateMeta('scope', (before, isShared) => {
    isResumed = before !== null;
    if (before === null || before === limits) return limits;
    // No limits are valid until skipped entries have been reconsidered. If the run is killed before that, the next run
    // does it.
    if (!isShared) return 'none';
    throw new SessionError(
      'other-scope',
      `another program runs this crawl with other limits (${before}): use the same limits, or wait until it ends`,
    );
  });
  return { isResumed, isAnother: agreed !== limits };
}

/** @throws {SessionError} `other-recrawl` */
async function refuseRecrawl(frontier: Frontier): Promise<void> {
  const other = await programBefore(frontier);
  if (other === null) return;
  const heard = Math.max(0, Math.round((frontier.now() - other.seen) / 1000));
  throw new SessionError(
    'other-recrawl',
    `a program on ${other.host}, last heard ${heard} s ago, crawls here, and its pages would be fetched twice: recrawl when it has ended; one that was killed counts for half a minute`,
  );
}

const UNREACHABLE: Refusal = 'robots-unreachable';
