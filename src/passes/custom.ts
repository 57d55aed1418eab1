import { DustpanError } from '../error.ts';
import { FACT_KINDS, type SiteFacts } from '../facts/site-facts.ts';
import { type OptionNames, refuseUnknownOptions } from '../known-options.ts';
import { didYouMean, quote, thrown } from '../text/wording.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { type ParsedUrl, serialize } from '../url/parsed-url.ts';
import { PASS_CLASSES, type Pass } from './pass.ts';

/** A pass of your own, as given to {@link definePass}. */
export interface PassDefinition extends Pick<Pass, 'name' | 'class' | 'summary' | 'apply'> {
  /** The kind of fact that the pass reads, `site` for a kind of site. Without such a fact, the pass may be left out. */
  readonly needs?: Pass['needs'];
  /** Raise it whenever the pass gives a URL another result: keys of two versions do not mix. Default: `1`. */
  readonly version?: string;
  /** Where the change is specified, for reports. */
  readonly reference?: string;
  /** Examples for the documentation, which `checkPass` checks. */
  readonly examples?: Pass['examples'];
}

/** A checked pass of your own. */
export interface CustomPass extends Pass {
  /** A part of the version of keys. */
  readonly version: string;
}

/** The definition of a pass is not valid. The message names the pass and the fix. */
export class PassDefinitionError extends DustpanError {
  /** Always `PassDefinitionError`. */
  override readonly name = 'PassDefinitionError';
  readonly code = 'bad-pass';
}

/** A custom pass failed on one URL: it threw, is not idempotent there, or returned no valid URL. */
export class PassError extends UrlError {
  /** The name of the pass. */
  readonly pass: string;

  /** @param problem what the pass did */
  constructor(pass: string, problem: string) {
    super('pass-failed', 0, `the custom pass ${pass} ${problem}; find the mistake with dustpan check-pass`);
    this.pass = pass;
  }
}

const DEFINITION: OptionNames<PassDefinition> = {
  name: true,
  class: true,
  summary: true,
  apply: true,
  needs: true,
  version: true,
  reference: true,
  examples: true,
};

const NEEDS: readonly NonNullable<Pass['needs']>[] = [...FACT_KINDS, 'site'];

/**
 * Checks the definition of a pass of your own and fills in its defaults. Give the result to `compile` as one of
 * `passes`, or to the configuration file. `apply` must return the URL it got if nothing changes, and otherwise a changed
 * copy: the URL it got is frozen. It may change any part but `protocol`, `asciiHost`, `hasTabs` and `hasUnsafe`, which are
 * read again from the result.
 *
 * @throws {UnknownOptionError} if the definition has an unknown field
 * @throws {PassDefinitionError} if a field is not valid
 */
export function definePass(definition: PassDefinition): CustomPass {
  refuseUnknownOptions(definition, DEFINITION, 'of definePass');
  const { name, class: passClass, summary, apply, needs = null, version = '1' } = definition;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new PassDefinitionError(
      `${typeof name === 'string' ? quote(name) : 'the name'} is not a name for a pass; write lowercase words with hyphens, such as drop-print-view`,
    );
  }
  if (!PASS_CLASSES.includes(passClass)) {
    throw new PassDefinitionError(
      `the pass ${name} has no valid class${didYouMean(typeof passClass === 'string' ? passClass : '', PASS_CLASSES)}`,
    );
  }
  if (typeof summary !== 'string' || summary === '') {
    throw new PassDefinitionError(`the pass ${name} has no summary; say in one line what it does`);
  }
  if (typeof apply !== 'function') {
    throw new PassDefinitionError(`the pass ${name} has no function apply; write apply: (url) => …`);
  }
  if (needs !== null && !NEEDS.includes(needs)) {
    const meant = didYouMean(typeof needs === 'string' ? needs : '', NEEDS);
    throw new PassDefinitionError(`the pass ${name} needs an unknown kind of fact${meant}`);
  }
  if (typeof version !== 'string' || !/^[\w.-]+$/.test(version)) {
    throw new PassDefinitionError(`the version of the pass ${name} is not valid; write text such as '2'`);
  }
  const { reference = 'a custom pass', examples = [] } = definition;
  if (!Array.isArray(examples) || !examples.every(isExample)) {
    throw new PassDefinitionError(
      `the examples of the pass ${name} are not a list of URLs before and after; write examples: [{ before: '…', after: '…' }]`,
    );
  }
  return { name, class: passClass, needs, summary, reference, examples, version, apply };
}

function isExample(example: unknown): boolean {
  if (typeof example !== 'object' || example === null) return false;
  return ['before', 'after'].every((name) => typeof Reflect.get(example, name) === 'string');
}

/** What identifies a custom pass: keys made with another one do not mix. */
export interface PassVersion extends Pick<CustomPass, 'name' | 'class' | 'version'> {}

/** The identities of custom passes, in their order. */
export function versionsOf(passes: readonly PassDefinition[]): readonly PassVersion[] {
  return passes.map(({ name, class: passClass, version = '1' }) => ({ name, class: passClass, version }));
}

/**
 * The pass with an `apply` that holds to the contract or throws a {@link PassError}: it returns the same object for an
 * equal URL, and otherwise a valid URL that it would not change again.
 */
export function guarded(definition: PassDefinition): CustomPass {
  const pass = definePass(definition);
  return {
    ...pass,
    apply: (url, facts) => {
      const once = applied(pass, url, facts);
      if (once !== url && applied(pass, once, facts) !== once) {
        throw new PassError(pass.name, 'is not idempotent: applied to its own result, it changes it again');
      }
      return once;
    },
  };
}

function applied(pass: CustomPass, url: ParsedUrl, facts: SiteFacts): ParsedUrl {
  // A pass that changes the URL it got throws, or what other passes get would depend on it.
  const given = Object.freeze({ ...url });
  const result = called(pass, given, facts);
  if (result === given) return url;
  const text = isUrl(result) ? serialize(result) : null;
  if (text === null) throw new PassError(pass.name, 'did not return a parsed URL');
  const before = serialize(url);
  if (text === before) return url;
  if (ESCAPED.test(text) && !ESCAPED.test(before))
    throw new PassError(pass.name, 'returned a character that a URL must escape');
  const parsed = parseUrl(text);
  if (parsed instanceof UrlError) throw new PassError(pass.name, `returned an invalid URL (${parsed.code})`);
  return parsed;
}

/** A character that no key has. A custom pass must not return one, because the passes that escape it may have run before. */
const ESCAPED = /[^!-~]/;

function called(pass: CustomPass, url: ParsedUrl, facts: SiteFacts): unknown {
  try {
    return pass.apply(url, facts);
  } catch (error) {
    throw new PassError(pass.name, `threw ${thrown(error)}`);
  }
}

const TEXTS = ['leading', 'scheme', 'separator', 'path', 'trailing'] as const;
const TEXTS_OR_NULL = ['userinfo', 'host', 'port', 'query', 'fragment'] as const;

function isUrl(value: unknown): value is ParsedUrl {
  if (typeof value !== 'object' || value === null) return false;
  const partOf = (name: string): unknown => Reflect.get(value, name);
  return (
    TEXTS.every((name) => typeof partOf(name) === 'string') &&
    TEXTS_OR_NULL.every((name) => partOf(name) === null || typeof partOf(name) === 'string')
  );
}
