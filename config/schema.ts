import { z } from 'zod';
import { RULES } from '../src/audit/rules/index.ts';
import { type CustomProfile, listedIndexProblem, listedNameProblem } from '../src/canon/options.ts';
import { PROFILES } from '../src/canon/profiles.ts';
import type { Threshold, ThresholdChanges } from '../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../src/facts/claim-kind.ts';
import { ASSUMABLE_FACTS } from '../src/facts/site-facts.ts';
import { PASSES } from '../src/passes/index.ts';

const BUILT_IN = PROFILES.map((profile) => profile.name);
const passNames = z.array(z.enum(PASSES.map((pass) => pass.name)));

/** Text that a check of the library finds no fault with. */
function checked(problem: (text: string) => string | null): z.ZodType<string> {
  return z.string().check((context) => {
    const message = problem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

const profile: z.ZodType<CustomProfile> = z
  .strictObject({
    extends: z.exactOptional(z.enum(BUILT_IN)).describe('A built-in profile; standard where left out.'),
    pass: z.exactOptional(passNames).describe('Passes to add.'),
    noPass: z.exactOptional(passNames).describe('Passes to leave out.'),
    assume: z.exactOptional(z.array(z.enum(ASSUMABLE_FACTS))).describe('Facts to take for true of every site.'),
    toWww: z.exactOptional(z.enum(['add', 'remove'])).describe('What assuming www means; remove where left out.'),
    toScheme: z
      .exactOptional(z.enum(['https', 'http']))
      .describe('What assuming the scheme means; https where left out.'),
  })
  .describe('A built-in profile, and what is different.');

const profileName = checked((name) => {
  if (BUILT_IN.includes(name)) return 'is the name of a built-in profile; take another one';
  return /^[a-z][a-z0-9-]*$/.test(name) ? null : 'must be of small letters, digits and hyphens; take such a name';
});

const paramNames = z.array(checked(listedNameProblem));

const enough = z.exactOptional(z.int().min(1, 'must be 1 or more; write how many pairs of URLs confirm a claim'));

const need: z.ZodType<Partial<Threshold>> = z.strictObject({
  'permanent-redirect': enough.describe('Pairs of URLs of which one redirects to the other, by 301 or 308.'),
  declaration: enough.describe('Pairs that are declared to be one: rel=canonical, No-Vary-Search, Clean-param.'),
  content: enough.describe('Pairs that were fetched and found equal.'),
  'temporary-redirect': enough.describe('Pairs of which one redirects to the other, by 302, 303 or 307.'),
  log: enough.describe('Pairs that have one status and size in an access log.'),
  deep: z
    .exactOptional(z.int().min(0, 'must be 0 or more; write how many pairs must lie deeper than /'))
    .describe('How many of the pairs must lie deeper than /.'),
});

const ruleNames = new Set(RULES.map(({ id }) => id));
const ruleName = checked((id) => (ruleNames.has(id) ? null : 'is no rule; dustpan rules lists them'));
const severity = z.enum(['error', 'warning', 'info', 'off']);

/** The format of a configuration file. */
export const configSchema: z.ZodType<DustpanConfig> = z.strictObject({
  $schema: z.exactOptional(z.string()).describe('The JSON Schema of this file, for editors.'),
  profile: z
    .exactOptional(z.string())
    .describe('The profile where --profile names none: a built-in one or one of profiles.'),
  profiles: z.exactOptional(z.record(profileName, profile)).describe('Profiles of your own, by name.'),
  params: z
    .exactOptional(
      z.strictObject({
        drop: z.exactOptional(paramNames).describe('Names to drop as well.'),
        keep: z.exactOptional(paramNames).describe('Names to keep, whatever list names them.'),
      }),
    )
    .describe('Parameters that count visitors, and those that do not; a name may end in *.'),
  indexNames: z
    .exactOptional(z.array(checked(listedIndexProblem)))
    .describe('Names of index pages, in place of the usual ones.'),
  facts: z.exactOptional(z.string()).describe('A facts file, relative to this one.'),
  audit: z
    .exactOptional(z.strictObject({ severities: z.exactOptional(z.record(ruleName, severity)) }))
    .describe('How grave the findings of each rule are: error, warning or info; off to leave it out.'),
  defaultScheme: z.exactOptional(z.string()).describe('A scheme for input that has none, such as https.'),
  evidence: z
    .exactOptional(z.partialRecord(z.enum(CLAIM_KINDS), need))
    .describe('How much evidence it takes to confirm a claim, by its kind; what is left out stays as it is.'),
});

/** The settings of a `dustpan.config.ts`, `.js` or `.json`. Everything may be left out; the command line goes before it. */
export interface DustpanConfig {
  readonly $schema?: string;
  /** The profile where `--profile` names none: a built-in one or one of `profiles`; `standard` where left out. */
  readonly profile?: string;
  readonly profiles?: Readonly<Record<string, CustomProfile>>;
  /** Parameters that count visitors, and those that do not, beyond the built-in list. A name may end in `*`. */
  readonly params?: { readonly drop?: readonly string[]; readonly keep?: readonly string[] };
  /** Names of index pages, such as `home.html`, in place of the usual ones. */
  readonly indexNames?: readonly string[];
  /** A facts file, relative to this one. */
  readonly facts?: string;
  /** A scheme for input that has none, such as `https`. */
  readonly defaultScheme?: string;
  /** How much evidence it takes to confirm a claim, by its kind: `{ slash: { content: 8 } }`. */
  readonly evidence?: ThresholdChanges;
  readonly audit?: {
    /** How grave the findings of a rule are, by its name; `off` to leave it out. */
    readonly severities?: Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>;
  };
}
