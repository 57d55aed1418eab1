import { z } from 'zod';
import { checkFacts } from '../src/facts/check.ts';
import type { Fact } from '../src/facts/facts.ts';
import { refuseNonText } from '../src/text/refuse-non-text.ts';
import { parseJson, readJson } from './read.ts';
import { SettingsError } from './settings-error.ts';
import { validate } from './validate.ts';

const host = z
  .string()
  .describe('The host in lower case, with the port unless it is 80 or 443: example.com, localhost:8080.');
const path = z
  .exactOptional(
    z
      .string()
      .regex(/^\/(?:.*\/)?\$?$/, 'must start and end with a slash, as in "/docs/", or end with "/$" for one page'),
  )
  .describe(
    'The part of the site that the fact is about, such as /docs/, or /about/$ for one page, /$ for the home page, /*/$ for the pages directly below it; the whole site if omitted.',
  );

const factSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('www'),
      host,
      value: z.enum(['add', 'remove']).describe('The form that the site uses: with www. or without.'),
    })
    .describe('The host serves the same pages with and without www.'),
  z
    .strictObject({
      kind: z.literal('scheme'),
      host,
      value: z.enum(['http', 'https']).describe('The scheme that the site uses.'),
    })
    .describe('The host serves the same pages under http and https.'),
  z
    .strictObject({
      kind: z.literal('ip'),
      host,
      value: z.string().describe('The domain.'),
    })
    .describe('The host is an IP address that serves the site of a domain.'),
  z
    .strictObject({ kind: z.literal('mobile'), host, value: z.string().describe('The host of the desktop site.') })
    .describe('The host is a mobile host that serves the same pages as a desktop host.'),
  z.strictObject({ kind: z.literal('userinfo'), host }).describe('User name and password in URLs make no difference.'),
  z
    .strictObject({
      kind: z.literal('slash'),
      host,
      path,
      value: z.enum(['add', 'remove']).describe('The form that the site uses: with a trailing slash or without.'),
    })
    .describe('A trailing slash makes no difference.'),
  z
    .strictObject({
      kind: z.literal('index'),
      host,
      path,
      value: z
        .exactOptional(z.string())
        .describe('The file name of the directory index; if omitted, any of the usual names.'),
    })
    .describe('A directory index, such as /docs/index.html, shows the same page as its folder.'),
  z
    .strictObject({ kind: z.enum(['case', 'slashes', 'order']), host, path })
    .describe(
      'These make no difference: upper and lower case in paths (case), repeated slashes (slashes), the order of parameters (order).',
    ),
  z
    .strictObject({ kind: z.literal('param'), host, path, value: z.string().describe("The parameter's name.") })
    .describe('The pages do not depend on this parameter.'),
  z
    .strictObject({
      kind: z.literal('default-param'),
      host,
      path,
      value: z.string().describe('The parameter, as name=value.'),
    })
    .describe('A missing parameter has the same effect as this value.'),
]);

/** The schema of a facts file. */
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
 * Loads a facts file: `{ "version": 1, "facts": [{ "kind": "www", "host": "example.com", "value": "remove" }] }`.
 *
 * @param file path of the file
 * @throws {SettingsError} if the file cannot be read, is not a facts file, or contains facts that contradict each other
 * @throws {TypeError} if the path is not a string
 */
export async function loadFacts(file: string): Promise<readonly Fact[]> {
  refuseNonText(file, 'the path of loadFacts', "'facts.json'");
  return checked(await readJson(file), file);
}

/**
 * Parses text in the format of a facts file.
 *
 * @param file the source of the text, for messages
 * @throws {SettingsError} if the text is not in this format, or contains facts that contradict each other
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
