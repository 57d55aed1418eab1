/** Covers: src/audit/check-rules.ts, config/format-schemas.ts */
import { expect, test } from 'vitest';
import { loadConfig } from '../../config/config-file.ts';
import { fileWith, problemsOf } from './files.ts';

const RULE = `{ id: 'ours/x', severity: 'info', title: 't', condition: 'c', why: 'w', remedy: 'r', reference: 's', *checkPage() {} }`;

const LIST = `{ name: 'own', description: 'd', extensions: [], matches: () => false, createReader() {}, output: 'links' }`;

test.each([
  ['passes: {}', 'passes: is not a list; write passes: [ … ]'],
  ['rules: {}', 'rules: is not a list; write rules: [ … ]'],
  ['rules: [7]', 'rules[0]: the options of a rule are not an object; write them in { }'],
  ['rules: [{}]', 'rules[0]: the id is not an id for a rule; write a group and a name, such as ours/no-price'],
  [`rules: [{ ...${RULE}, id: 'x' }]`, 'rules[0]: "x" is not an id for a rule'],
  [`rules: [${RULE}, ${RULE}]`, 'rules[1]: the rule ours/x exists twice; choose another id for one of them'],
  [`rules: [{ ...${RULE}, id: 'canonical/missing' }]`, 'rules[0]: the rule canonical/missing exists twice'],
  [
    `rules: [{ ...${RULE}, severity: 'fatal' }]`,
    'rules[0]: the rule ours/x has no valid severity; choose from error, warning',
  ],
  [
    `rules: [{ ...${RULE}, why: undefined }]`,
    'rules[0]: the rule ours/x has no why; reports show it: write a line of text',
  ],
  [`rules: [{ ...${RULE}, checkPage: undefined }]`, 'rules[0]: the rule ours/x checks nothing; write *checkPage('],
  [`rules: [{ ...${RULE}, checkPage: 7 }]`, 'rules[0]: checkPage of the rule ours/x is not a function'],
  [
    `rules: [{ ...${RULE}, checkPages() {} }]`,
    'rules[0]: unknown option "checkPages" of a rule; did you mean "checkPage"?',
  ],
  ['auditFormats: [7]', 'auditFormats[0]: is a number; write an object in { }'],
  [`auditFormats: [{ name: 'x', summary: 's' }]`, 'auditFormats[0].write: is not a function; write write: async ('],
  [`auditFormats: [{ name: 'x y', summary: 's', write() {} }]`, 'auditFormats[0].name: is not a name for a format'],
  [`auditFormats: [{ name: 'csv', summary: 's', write() {} }]`, 'auditFormats[0]: the format csv exists twice; choose'],
  [`audits: []`, 'unknown key "audits"; did you mean "audit"?'],
  [`rule: []`, 'unknown key "rule"; did you mean "rules"?'],
  ['listFormats: [{}]', 'listFormats[0].name: is missing; write text in quotes'],
  [`listFormats: [{ ...${LIST}, name: 'csv' }]`, 'listFormats[0]: the format csv exists twice; choose another name'],
  [`listFormats: [${LIST}, ${LIST}]`, 'listFormats[1]: the format own exists twice'],
  [`listFormats: [{ ...${LIST}, createReader: 7 }]`, 'listFormats[0].createReader: is not a function; write'],
  [
    `listFormats: [{ ...${LIST}, output: 'line' }]`,
    'listFormats[0].output: "line" is not allowed here; did you mean "lines"?',
  ],
  [`listFormats: [{ ...${LIST}, extensions: ['org'] }]`, 'listFormats[0].extensions[0]: is not an extension; write it'],
  [`listFormats: [{ ...${LIST}, match() {} }]`, 'listFormats[0]: unknown key "match"; did you mean "matches"?'],
])('{ %s } is refused', async (text, message) => {
  const problems = await problemsOf(fileWith(`export default { ${text} };`, 'own.config.mjs'), loadConfig);
  expect(problems).toContainEqual(expect.stringContaining(`own.config.mjs: ${message}`));
});

test('extensions that are valid are kept as they are, with names that other settings use', async () => {
  const file = fileWith(
    `export const rule = ${RULE}; export default { rules: [rule], audit: { severities: { 'ours/x': 'off' } } };`,
    'own.config.mjs',
  );
  const { rules = [], audit } = await loadConfig(file);
  expect(rules).toMatchObject([{ id: 'ours/x' }]);
  expect(audit).toEqual({ severities: { 'ours/x': 'off' } });
});
