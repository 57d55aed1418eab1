import { z } from 'zod';
import { parseJson } from '../../../config/read.ts';
import { validate } from '../../../config/validate.ts';
import { digestOf } from '../../../crawler/key-settings.ts';
import { MAX_ENDLESS } from '../../../crawler/limits.ts';
import { SCOPES, type ScopeOptions } from '../../../crawler/scope/scope.ts';
import type { Frontier } from '../../../db/index.ts';
import { shownAddress } from '../../../db/postgres/address.ts';
import { KEY_VERSION } from '../../canon/version.ts';
import { type CanonOptions, PASS_CLASSES, type PassDefinition, type SiteProfile } from '../../index.ts';
import { type PassVersion, versionsOf } from '../../passes/custom.ts';
import { jsonValue } from '../../stored-fields.ts';
import { UsageError } from '../io/exit.ts';
import { type CitableClaims, readCitableClaims } from '../jobs/citable-claims.ts';
import { readCanonOptions, SITE_CHOICES, type UnstoredFlags } from './canon-options.ts';
import { readGiven } from './given-facts.ts';

/** The settings stored in a crawl's database. */
export interface CrawlSettings {
  readonly canon: CanonOptions;
  /** The same without the facts learned from evidence. */
  readonly ownCanon: CanonOptions;
  /** The claims behind the learned facts. */
  readonly citable: CitableClaims;
  /** Null if the database does not record it. */
  readonly scope: ScopeOptions | null;
  readonly seeds: readonly string[];
  readonly sitemaps: readonly string[];
}

const names = z.exactOptional(z.array(z.string()));
const digest = z.exactOptional(z.string());

const keysSchema = z.object({
  version: z.string(),
  profile: z.exactOptional(z.string()),
  pass: names,
  noPass: names,
  assume: names,
  toWww: z.exactOptional(z.enum(['add', 'remove'])),
  toScheme: z.exactOptional(z.enum(['http', 'https'])),
  defaultScheme: z.exactOptional(z.string()),
  indexNames: names,
  facts: digest,
  params: digest,
  sites: digest,
  passes: z.exactOptional(z.array(z.object({ name: z.string(), class: z.enum(PASS_CLASSES), version: z.string() }))),
});

const scopeSchema: z.ZodType<ScopeOptions> = z.object({
  kind: z.enum(SCOPES),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  maxDepth: z.number().nullable(),
  traps: z.object({ maxSimilar: z.number(), maxEndless: z.number().default(MAX_ENDLESS) }).nullable(),
  sample: z.exactOptional(z.number()),
});

/**
 * Reads the settings of a crawl from its database.
 *
 * @param address the crawl's file or address, for messages
 * @param given the parameter lists of the crawl; the database stores only their digest
 * @throws {UsageError} if its keys cannot be reproduced
 * @throws {SettingsError} if the database is damaged, or a given file cannot be read
 */
export async function readCrawlSettings(
  frontier: Frontier,
  address: string,
  given: UnstoredFlags,
): Promise<CrawlSettings> {
  const database = shownAddress(address);
  const keys = await frontier.getMeta('keys');
  // Scope and seeds are optional.
  const scope = scopeSchema.safeParse(jsonValue(await frontier.getMeta('scope')));
  const strings = async (name: string): Promise<readonly string[]> =>
    z.array(z.string()).safeParse(jsonValue(await frontier.getMeta(name))).data ?? [];
  const ownCanon = keys === null ? {} : await canonOf(parseKeys(keys, database), frontier, database, given);
  const { facts, ...citable } = await readCitableClaims(frontier, ownCanon.facts ?? []);
  return {
    canon: facts.length === 0 ? ownCanon : { ...ownCanon, facts },
    ownCanon,
    citable,
    scope: scope.success ? scope.data : null,
    seeds: await strings('seeds'),
    sitemaps: await strings('sitemaps'),
  };
}

type Keys = z.infer<typeof keysSchema>;

function parseKeys(json: string, database: string): Keys {
  return validate(keysSchema, parseJson(json, database), database);
}

async function canonOf(
  { version, facts, params, sites, passes, ...canon }: Keys,
  frontier: Frontier,
  database: string,
  given: UnstoredFlags,
): Promise<CanonOptions> {
  if (version !== KEY_VERSION) {
    throw new UsageError(`${database} was written by another version of dustpan; start the crawl over with --fresh`);
  }
  return {
    ...canon,
    ...(facts !== undefined && { facts: await readGiven(frontier, database) }),
    ...(params !== undefined && { params: await paramsOf(params, database, given) }),
    ...(sites !== undefined && { sites: sitesOf(sites, database) }),
    ...(passes !== undefined && { passes: await passesOf(passes, database, given) }),
  };
}

async function paramsOf(
  wanted: string,
  database: string,
  given: UnstoredFlags,
): Promise<NonNullable<CanonOptions['params']>> {
  const { params } = (await readCanonOptions(given)).canon;
  if (params !== undefined && digestOf(params) === wanted) return params;
  throw new UsageError(
    `the crawl in ${database} used lists of tracking parameters; pass the same --params or --config again`,
  );
}

async function passesOf(
  wanted: readonly PassVersion[],
  database: string,
  given: UnstoredFlags,
): Promise<readonly PassDefinition[]> {
  const passes = (await readCanonOptions(given)).canon.passes ?? [];
  if (JSON.stringify(versionsOf(passes)) === JSON.stringify(wanted)) return passes;
  const named = wanted.map(({ name, version: each }) => `${name} version ${each}`).join(', ');
  throw new UsageError(
    `the crawl in ${database} used custom passes (${named}); pass the same configuration with --config again`,
  );
}

function sitesOf(wanted: string, database: string): readonly SiteProfile[] {
  const sites = SITE_CHOICES.find((each) => digestOf(each) === wanted);
  if (sites !== undefined) return sites;
  throw new UsageError(
    `the crawl in ${database} used kinds of sites that this version does not know; start the crawl over with --fresh`,
  );
}
