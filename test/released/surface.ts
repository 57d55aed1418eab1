import { globSync } from 'node:fs';
import { describeCommands } from '../../config/tools/reference/commands.ts';
import { VERSION as POSTGRES_VERSION } from '../../db/postgres/schema.ts';
import { currentVersion } from '../../db/sqlite/schema.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import { PROFILES } from '../../src/canon/profiles.ts';
import { exitCodesOf } from '../../src/cli/exit-codes.ts';
import { REASONS } from '../../src/cli/render/reasons.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';
import { FORMATS } from '../../src/lists/formats/index.ts';
import { PASSES } from '../../src/passes/index.ts';
import { AUDIT_FORMATS } from '../../src/report/audit/index.ts';
import { REPORT_FORMATS } from '../../src/report/crawl/index.ts';
import { SLUG_FORMS } from '../../src/slug/forms.ts';
import { URL_ERROR_MESSAGES } from '../../src/url/error.ts';
import { documentedFields } from '../docs/json-fields.ts';
import { ROOT, readPage } from '../docs/markdown.ts';

/** All names that users may write into programs and scripts, by kind. docs/stability.md promises that they stay. */
export type Surface = Readonly<Record<string, readonly string[]>>;

/** The surface of this version. */
export async function surface(): Promise<Surface> {
  const commands = (await describeCommands()).flatMap(({ items }) => items);
  return {
    library: globSync('docs/api/**/*.md', { cwd: ROOT }).toSorted().flatMap(namesOf),
    options: commands.flatMap(({ name, options }) => [
      name,
      ...options.flatMap(({ items }) => items.flatMap(({ term }) => flagsOf(term).map((flag) => `${name} ${flag}`))),
    ]),
    'exit codes': commands.flatMap(({ name }) => exitCodesOf(name).map(([code]) => `${name}: ${code}`)),
    'JSON fields': Object.entries(documentedFields()).flatMap(([command, fields]) =>
      fields.map((field) => `${command}: ${field}`),
    ),
    rules: RULES.map(({ id }) => id),
    passes: PASSES.map(({ name }) => name),
    profiles: PROFILES.map(({ name }) => name),
    facts: CLAIM_KINDS,
    'slug forms': SLUG_FORMS.map(({ name }) => name),
    'codes of invalid URLs': Object.keys(URL_ERROR_MESSAGES),
    reasons: Object.keys(REASONS),
    'list formats': FORMATS.map(({ name }) => name),
    'audit formats': AUDIT_FORMATS.map(({ name }) => name),
    'export formats': REPORT_FORMATS.map(({ name }) => name),
    'formats of crawls': [...upTo(currentVersion, 'file'), ...upTo(POSTGRES_VERSION, 'PostgreSQL')],
  };
}

/** The exports of a page of the API reference with their members, such as `dustpan: CanonOptions.profile`. */
function namesOf(file: string): readonly string[] {
  const module = file.replace(/^docs\/api\/|\.md$/g, '');
  let owner = '';
  return readPage(file)
    .split('\n')
    .flatMap((line) => {
      const [, name] = /^## (?:`\w+` )?(\w+)/.exec(line) ?? [];
      if (name !== undefined) owner = name;
      const [, member] = /^(?:#### |\| <a id="[^"]*"><\/a> `)(\w+)/.exec(line) ?? [];
      if (name === undefined && (member === undefined || member === 'Constructor')) return [];
      return owner === 'Modules' ? [] : [`${module}: ${name ?? `${owner}.${member}`}`];
    });
}

/** `-o` and `--output` for `-o, --output <file>`. */
function flagsOf(term: string): readonly string[] {
  return term.match(/(?<![\w-])--?[a-z][\w-]*/gi) ?? [];
}

function upTo(version: number, store: string): readonly string[] {
  return Array.from({ length: version }, (_, index) => `${store} ${index + 1}`);
}
