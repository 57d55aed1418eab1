import { z } from 'zod';
import { checkFacts } from '../src/facts/check.ts';
import type { Fact } from '../src/facts/facts.ts';
import { parseJson, readJson } from './read.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

const host = z
  .string()
  .describe('The host in its one spelling, with the port where it is not 80 or 443: example.com, localhost:8080.');
const path = z
  .exactOptional(z.string().regex(/^\/(?:.*\/)?$/, 'must start and end with a slash; write it as in "/docs/"'))
  .describe('The part of the site that it holds for, such as /docs/; the whole site where left out.');

const factSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('www'),
      host,
      value: z.enum(['add', 'remove']).describe("The site's form: with www. in front, or without."),
    })
    .describe('The host with www. in front and the one without are one site.'),
  z
    .strictObject({ kind: z.literal('scheme'), host, value: z.enum(['http', 'https']).describe("The site's scheme.") })
    .describe('The same pages under http and https.'),
  z
    .strictObject({
      kind: z.literal('ip'),
      host,
      value: z.string().describe('The domain that the address stands for.'),
    })
    .describe('An IP address that serves the site of a domain.'),
  z
    .strictObject({ kind: z.literal('mobile'), host, value: z.string().describe('The host of the desktop site.') })
    .describe('A mobile host with the same pages as another.'),
  z.strictObject({ kind: z.literal('userinfo'), host }).describe('The user name in URLs is of no account.'),
  z
    .strictObject({
      kind: z.literal('slash'),
      host,
      path,
      value: z.enum(['add', 'remove']).describe("The site's form: with a slash at the end of a path, or without."),
    })
    .describe('A slash at the end of a path makes no difference.'),
  z
    .strictObject({
      kind: z.literal('index'),
      host,
      path,
      value: z.exactOptional(z.string()).describe('Its file name; any of the usual names where left out.'),
    })
    .describe('The index page of a folder is the folder.'),
  z
    .strictObject({ kind: z.enum(['case', 'slashes', 'order']), host, path })
    .describe('Of no account: the case of paths, how many slashes stand together, the order of parameters.'),
  z
    .strictObject({ kind: z.literal('param'), host, path, value: z.string().describe("The parameter's name.") })
    .describe('A parameter that the pages do not depend on.'),
  z
    .strictObject({ kind: z.literal('default-param'), host, path, value: z.string().describe('As name=value.') })
    .describe('A parameter with the value that the site takes without it.'),
]);

/** The format of a facts file. */
export const factsFileSchema: z.ZodType<FactsFile> = z.strictObject({
  $schema: z.exactOptional(z.string()).describe('The JSON Schema of this file, for editors.'),
  version: z.literal(1).describe('The version of this format.'),
  facts: z.array(factSchema),
});

interface FactsFile {
  readonly $schema?: string;
  readonly version: 1;
  readonly facts: readonly Fact[];
}

/**
 * Reads a facts file: `{ "version": 1, "facts": [{ "kind": "www", "host": "example.com", "value": "remove" }] }`.
 *
 * @throws {SettingsError} where it cannot be read, is no such file, or states facts that do not go together
 */
export async function loadFacts(file: string): Promise<readonly Fact[]> {
  return checked(await readJson(file), file);
}

/**
 * Reads facts from text, in the format of a facts file.
 *
 * @param file where the text is from
 * @throws {SettingsError} where it is none, or states facts that do not go together
 */
export function parseFacts(text: string, file: string): readonly Fact[] {
  return checked(parseJson(text, file), file);
}

function checked(json: unknown, file: string): readonly Fact[] {
  const { facts } = validate(factsFileSchema, json, file);
  const problems = checkFacts(facts);
  if (problems.length > 0)
    throw new SettingsError(
      file,
      problems.map(({ at, message }) => `${at}: ${message}`),
    );
  return facts;
}
