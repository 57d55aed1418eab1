import { z } from 'zod';
import { checkRules, RuleDefinitionError } from '../src/audit/check-rules.ts';
import type { CustomRule } from '../src/audit/rule.ts';
import { RULES } from '../src/audit/rules/index.ts';
import { compile } from '../src/canon/canonicalizer.ts';
import { CanonOptionsError } from '../src/canon/options.ts';
import { UnknownOptionError } from '../src/known-options.ts';
import type { Format as ListFormat } from '../src/lists/formats/format.ts';
import { guardedFormat as guardedListFormat } from '../src/lists/formats/guarded.ts';
import { FORMATS } from '../src/lists/formats/index.ts';
import { type CustomPass, definePass, type PassDefinition, PassDefinitionError } from '../src/passes/custom.ts';
import type { AuditFormat } from '../src/report/audit/format.ts';
import { guardedFormat as guardedAuditFormat } from '../src/report/audit/guarded.ts';
import { AUDIT_FORMATS } from '../src/report/audit/index.ts';
import { auditFormatSchema, listFormatSchema } from './format-schemas.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

/** The parts of a configuration that are code. */
export interface Extensions {
  readonly passes: readonly CustomPass[];
  readonly rules: readonly CustomRule[];
  readonly auditFormats: readonly AuditFormat[];
  readonly listFormats: readonly ListFormat[];
}

type Lists = Readonly<Record<keyof Extensions, readonly unknown[]>>;

/**
 * Takes the code out of the value of a configuration file, and checks it.
 *
 * @returns the code, and the rest of the value
 * @throws {SettingsError} if an extension is not valid, or has the name of another one
 */
export function takeExtensions(value: unknown, file: string): { extensions: Extensions; rest: unknown } {
  const { lists, rest } = split(value, file);
  const extensions = {
    passes: checkedPasses(lists.passes, file),
    rules: checkedRules(lists.rules, file),
    auditFormats: checkedFormats<AuditFormat>('auditFormats', lists, auditFormatSchema, AUDIT_FORMATS, file),
    listFormats: checkedFormats<ListFormat>('listFormats', lists, listFormatSchema, FORMATS, file),
  };
  return {
    extensions: {
      ...extensions,
      auditFormats: extensions.auditFormats.map(guardedAuditFormat),
      listFormats: extensions.listFormats.map(guardedListFormat),
    },
    rest,
  };
}

function split(value: unknown, file: string): { lists: Lists; rest: unknown } {
  const none: Lists = { passes: [], rules: [], auditFormats: [], listFormats: [] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { lists: none, rest: value };
  const lists = new Map<string, readonly unknown[]>();
  const rest = new Map<string, unknown>();
  for (const [name, items] of Object.entries(value)) {
    if (!Object.hasOwn(none, name)) rest.set(name, items);
    else if (Array.isArray(items)) lists.set(name, items);
    else throw new SettingsError(file, [`${name}: is not a list; write ${name}: [ … ]`]);
  }
  return { lists: { ...none, ...Object.fromEntries(lists) }, rest: Object.fromEntries(rest) };
}

function checkedPasses(passes: readonly unknown[], file: string): readonly CustomPass[] {
  const checked = passes.map((pass, index) => checkedPass(pass, `passes[${index}]`, file));
  try {
    compile({ passes: checked });
    return checked;
  } catch (error) {
    throw error instanceof CanonOptionsError ? new SettingsError(file, [error.message]) : error;
  }
}

function checkedPass(pass: unknown, at: string, file: string): CustomPass {
  try {
    // definePass checks at run time whatever it gets.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return definePass(pass as PassDefinition);
  } catch (error) {
    if (!(error instanceof PassDefinitionError || error instanceof UnknownOptionError)) throw error;
    throw new SettingsError(file, [`${at}: ${error.message}`]);
  }
}

function checkedRules(given: readonly unknown[], file: string): readonly CustomRule[] {
  // checkRules checks at run time whatever it gets.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const rules = given as readonly CustomRule[];
  for (const [index, rule] of rules.entries()) {
    try {
      checkRules([rule], [...RULES, ...rules.slice(0, index)]);
    } catch (error) {
      if (!(error instanceof RuleDefinitionError)) throw error;
      throw new SettingsError(file, [`rules[${index}]: ${error.message}`]);
    }
  }
  return rules;
}

function checkedFormats<T extends { readonly name: string }>(
  key: 'auditFormats' | 'listFormats',
  lists: Lists,
  schema: z.ZodType,
  known: readonly T[],
  file: string,
): readonly T[] {
  const given = lists[key];
  validate(z.looseObject({ [key]: z.array(schema) }), { [key]: given }, file);
  // The schema has just checked it. Its result is a copy, which would lose `this`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const formats = given as readonly T[];
  const names = new Set(known.map(({ name }) => name));
  for (const [index, { name }] of formats.entries()) {
    if (names.has(name)) {
      throw new SettingsError(file, [`${key}[${index}]: the format ${name} exists twice; choose another name`]);
    }
    names.add(name);
  }
  return formats;
}
