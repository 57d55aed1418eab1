import { z } from 'zod';
import type { CustomRule } from '../src/audit/rule.ts';
import { RULES } from '../src/audit/rules/index.ts';
import {
  type CustomProfile,
  listedIndexProblem,
  listedNameProblem,
  schemeProblem,
  takenProfileProblem,
} from '../src/canon/options.ts';
import { PROFILES } from '../src/canon/profiles.ts';
import type { Threshold, ThresholdChanges } from '../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../src/facts/claim-kind.ts';
import type { ParamOptions } from '../src/facts/param-lists.ts';
import { ASSUMABLE_FACTS } from '../src/facts/site-facts.ts';
import type { Format as ListFormat } from '../src/lists/formats/format.ts';
import type { PassDefinition } from '../src/passes/custom.ts';
import { PASSES } from '../src/passes/index.ts';
import type { AuditFormat } from '../src/report/audit/format.ts';

const BUILT_IN = PROFILES.map((profile) => profile.name);

/** A string that passes a check. */
function checked(problem: (text: string) => string | null): z.ZodType<string> {
  return z.string().check((context) => {
    const message = problem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

const profileWith = (passNames: z.ZodType<string[]>): z.ZodType<CustomProfile> =>
  z
    .strictObject({
      extends: z.exactOptional(z.enum(BUILT_IN)).describe('A built-in profile; standard by default.'),
      pass: z.exactOptional(passNames).describe('Passes to add.'),
      noPass: z.exactOptional(passNames).describe('Passes to leave out.'),
      assume: z.exactOptional(z.array(z.enum(ASSUMABLE_FACTS))).describe('Facts to assume for every site.'),
      toWww: z
        .exactOptional(z.enum(['add', 'remove']))
        .describe('Whether assuming www adds or removes it; remove by default.'),
      toScheme: z
        .exactOptional(z.enum(['https', 'http']))
        .describe('The scheme that assuming the scheme leads to; https by default.'),
    })
    .describe('A profile, as changes to a built-in one.');

const profileName = checked((name) => {
  const problem = takenProfileProblem(name);
  if (problem !== null || /^[a-z][a-z0-9-]*$/.test(name)) return problem;
  return 'must start with a lowercase letter and contain only lowercase letters, digits and hyphens';
});

const paramNames = z.array(checked(listedNameProblem));

const enough = z.exactOptional(z.int().min(1, 'must be 1 or more; write how many pairs of URLs confirm a claim'));

const need: z.ZodType<Partial<Threshold>> = z.strictObject({
  'permanent-redirect': enough.describe('Pairs of URLs where one redirects to the other with status 301 or 308.'),
  declaration: enough.describe(
    'Pairs that the site declares to be the same page: rel=canonical, No-Vary-Search, Clean-param.',
  ),
  content: enough.describe('Pairs that were fetched and have the same content.'),
  'temporary-redirect': enough.describe('Pairs where one redirects to the other with status 302, 303 or 307.'),
  archive: enough.describe('Pairs that have the same digest, or redirect, in the index of a web archive.'),
  log: enough.describe('Pairs that have the same status and size in an access log.'),
  deep: z
    .exactOptional(z.int().min(0, 'must be 0 or more; write how many pairs must lie deeper than /'))
    .describe('How many of the pairs must lie deeper than /.'),
});

const severity = z.enum(['error', 'warning', 'info', 'off']);

const TAKEN_OUT = z.exactOptional(z.never());

/**
 * The format of a configuration file whose code was checked and taken out.
 *
 * @param code the passes and rules among it
 * @param isModule whether the file can have code
 */
export function configSchemaWith(
  code: { readonly passes: readonly { readonly name: string }[]; readonly rules: readonly { readonly id: string }[] },
  isModule: boolean,
): z.ZodType<DustpanConfig> {
  const profile = profileWith(z.array(z.enum([...PASSES, ...code.passes].map((pass) => pass.name))));
  const ruleIds = new Set([...RULES, ...code.rules].map(({ id }) => id));
  const ruleName = checked((id) => (ruleIds.has(id) ? null : 'is not a rule; dustpan rules lists all rules'));
  const schema = z.strictObject({
    $schema: z.exactOptional(z.string()).describe('The JSON Schema of this file, for editors.'),
    profile: z
      .exactOptional(z.string())
      .describe('The default profile: a built-in one or one of profiles. --profile replaces it.'),
    profiles: z.exactOptional(z.record(profileName, profile)).describe('Custom profiles, by name.'),
    params: z
      .exactOptional(
        z.strictObject({
          drop: z.exactOptional(paramNames).describe('More names to drop.'),
          keep: z.exactOptional(paramNames).describe('Names to keep, even if a list drops them.'),
        }),
      )
      .describe('Tracking parameters to drop, and parameters to keep. A name may end in *.'),
    indexNames: z
      .exactOptional(z.array(checked(listedIndexProblem)))
      .describe('Names of directory indexes, which replace the built-in ones.'),
    facts: z.exactOptional(z.string()).describe('The path of a facts file, relative to this file.'),
    audit: z
      .exactOptional(z.strictObject({ severities: z.exactOptional(z.record(ruleName, severity)) }))
      .describe('The severity of each rule: error, warning, info (a notice), or off to skip the rule.'),
    defaultScheme: z
      .exactOptional(checked(schemeProblem))
      .describe('The scheme of input URLs that have none, such as https.'),
    evidence: z
      .exactOptional(z.partialRecord(z.enum(CLAIM_KINDS), need))
      .describe('How many pairs of URLs confirm a claim, by kind. Omitted thresholds keep their defaults.'),
  });
  if (!isModule) return schema;
  // For the list of known keys.
  return schema.extend({ passes: TAKEN_OUT, rules: TAKEN_OUT, auditFormats: TAKEN_OUT, listFormats: TAKEN_OUT });
}

/** The settings of a `dustpan.config.ts`, `.js` or `.json`. All fields are optional. The command line overrides them. */
export interface DustpanConfig {
  /** The JSON Schema of the file, for editors. */
  readonly $schema?: string;
  /** The default profile: a built-in one or one of `profiles`. `--profile` replaces it; `standard` by default. */
  readonly profile?: string;
  /** Custom profiles, by name. */
  readonly profiles?: Readonly<Record<string, CustomProfile>>;
  /** Changes to the built-in list of tracking parameters: names to drop and names to keep. A name may end in `*`. */
  readonly params?: Pick<ParamOptions, 'drop' | 'keep'>;
  /** Names of directory indexes, such as `home.html`, which replace the built-in ones. */
  readonly indexNames?: readonly string[];
  /** Passes of your own, made with `definePass`. Only a TypeScript or JavaScript file can have them. */
  readonly passes?: readonly PassDefinition[];
  /** Audit rules of your own. Only a TypeScript or JavaScript file can have them. */
  readonly rules?: readonly CustomRule[];
  /** Formats of your own for the reports of `audit`. Only a TypeScript or JavaScript file can have them. */
  readonly auditFormats?: readonly AuditFormat[];
  /** Formats of your own for lists of links. Only a TypeScript or JavaScript file can have them. */
  readonly listFormats?: readonly ListFormat[];
  /** The path of a facts file, relative to this file. */
  readonly facts?: string;
  /** The scheme of input URLs that have none, such as `https`. */
  readonly defaultScheme?: string;
  /** How many pairs of URLs confirm a claim, by kind: `{ slash: { content: 8 } }`. */
  readonly evidence?: ThresholdChanges;
  /** Settings of `audit`. */
  readonly audit?: {
    /** The severity of each rule, by id; `off` skips the rule. */
    readonly severities?: Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>;
  };
}
