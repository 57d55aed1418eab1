/** Covers: src/audit/rule-error.ts, src/report/audit/guarded.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dustpan, type Ended, ndjson } from '../cli/dustpan.ts';
import { serve } from '../crawler/web.ts';
import { projectWith } from './project.ts';

let folder = '';
let origin = '';

/** Runs dustpan in the project. */
const run = (...args: readonly string[]): Promise<Ended> => dustpan(args, '', folder);
const audit = (...args: readonly string[]): Promise<Ended> => run('audit', 'a.dustpan', '--no-fetch', ...args);

/** Writes a configuration, and returns the option that names it. */
function config(text: string): readonly string[] {
  writeFileSync(join(folder, 'own.config.mjs'), text);
  return ['--config', 'own.config.mjs'];
}

beforeAll(async () => {
  folder = projectWith('title-rule.ts', 'checklist-format.ts');
  const web = await serve({
    '/': '<title>Brooms | Broom Shop</title><a href="/a">a</a><a href="/b">b</a><a href="/a#x">x</a>',
    '/a': '<title>A broom</title>',
    '/b': '<title>Another broom | Broom Shop</title>',
  });
  ({ origin } = web);
  const { code, stderr } = await run('crawl', `${origin}/`, '--db', 'a.dustpan');
  await web.close();
  if (code !== 0) throw new Error(stderr);
});

describe('the rule of the example', () => {
  const mine = ['--config', 'title-rule.ts', '--rule', 'shop/*'];

  test('finds the page without the name, alone or among all rules', async () => {
    const { code, stdout } = await audit(...mine, '--format', 'ndjson', '--fail-on', 'warning');
    expect(code).toBe(1);
    expect(ndjson(stdout).filter((each) => Object(each).rule !== undefined)).toEqual([
      expect.objectContaining({ rule: 'shop/title', url: `${origin}/a`, evidence: { title: 'A broom' } }),
    ]);
    const all = await audit('--config', 'title-rule.ts', '--format', 'csv');
    expect(all.stdout).toContain(`warning,shop/title,${origin}/a,`);
    expect(all.stdout).toContain('canonical/missing');
  });

  test.each(['text', 'junit', 'markdown', 'html', 'github'])('has its name in %s', async (format) => {
    expect((await audit(...mine, '--format', format)).stdout).toContain('shop/title');
  });

  test('is described in SARIF like a built-in one', async () => {
    const { stdout } = await audit(...mine, '--format', 'sarif');
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        {
          tool: {
            driver: {
              rules: [
                {
                  id: 'shop/title',
                  shortDescription: { text: "title without the shop's name" },
                  helpUri: 'https://shop.example/handbook/titles',
                  defaultConfiguration: { level: 'warning' },
                },
              ],
            },
          },
          results: [{ ruleId: 'shop/title', ruleIndex: 0 }],
        },
      ],
    });
  });

  test('is listed and explained by dustpan rules', async () => {
    expect((await run('rules', '--config', 'title-rule.ts')).stdout).toMatch(/^shop\/title +warning +title without/m);
    const { stdout } = await run('rules', 'shop/title', '--config', 'title-rule.ts');
    expect(stdout).toContain('Add the name to the template of the page.');
    expect(stdout).not.toContain('a site with this finding');
    expect((await run('rules', 'shop/title')).code).toBe(2);
  });

  test('is chosen by name like a built-in one', async () => {
    expect((await audit('--config', 'title-rule.ts', '--no-rule', 'shop')).stdout).not.toContain('shop/title');
    const { code, stderr } = await audit('--config', 'title-rule.ts', '--rule', 'shop/titel');
    expect(code).toBe(2);
    expect(stderr).toContain('unknown rule "shop/titel"; did you mean "shop/title"?');
  });

  test('takes its severity from the configuration', async () => {
    const severe = `import { titleRule } from './title-rule.ts'; export default { rules: [titleRule], audit: { severities: { 'shop/title': 'SEVERITY' } } };`;
    const error = await audit('--rule', 'shop', ...config(severe.replace('SEVERITY', 'error')));
    expect(error.code).toBe(1);
    expect((await audit(...config(severe.replace('SEVERITY', 'off')))).stdout).not.toContain('shop/title');
  });
});

describe('a rule that throws', () => {
  const throwing = (body: string): string => `import { titleRule } from './title-rule.ts';
    export default { rules: [{ ...titleRule, id: 'ours/bad', ${body} }, titleRule] };`;

  test.each([
    [
      'on some pages',
      `*checkPage(page) { if (page.url.endsWith('/b')) throw new RangeError('one\\ntwo'); yield { key: page.key, message: 'is bad' }; }`,
      /^dustpan: the rule ours\/bad failed on http:.*\/b, where findings may be missing: it threw "RangeError: one\\ntwo"; correct the rule$/m,
      2,
    ],
    [
      'on the whole site',
      `checkPage: undefined, checkSite() { throw new Error('x'); }`,
      /failed on the site, where findings may be missing: it threw "Error: x"/,
      0,
    ],
    [
      'by what it yields',
      `*checkPage(page) { yield { message: 'no key' }; }`,
      /failed on http:.*\/ and 2 more pages, .*"TypeError: an issue needs a key and a message/,
      0,
    ],
  ])('%s keeps all other findings, is named, and the exit code is 2', async (_, body, message, own) => {
    const { code, stdout, stderr } = await audit('--format', 'csv', '--fail-on', 'none', ...config(throwing(body)));
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toContain(`shop/title,${origin}/a`);
    expect(stdout).toContain('canonical/missing');
    expect(stdout.split('ours/bad')).toHaveLength(own + 1);
  });

  test('does not count its missing findings as fixed', async () => {
    const good = throwing(`*checkPage(page) { yield { key: page.key, message: 'is bad' }; }`);
    expect((await audit('--format', 'json', '-o', 'base.json', ...config(good))).stderr).not.toContain('failed');
    const bad = throwing(`checkPage() { throw new Error('x'); }`);
    const { stdout } = await audit('--format', 'json', '--baseline', 'base.json', ...config(bad));
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], fixed: [] });
  });
});

describe('the format of the example', () => {
  test('is written by its name, to standard output or a file', async () => {
    const mine = ['--config', 'checklist-format.ts', '--format', 'checklist', '--rule', 'canonical/missing'];
    const { stdout } = await audit(...mine);
    expect(stdout).toMatch(/^- \[ \] canonical\/missing: .+\n {2}- <http:.+\/>\n/);
    await audit(...mine, '-o', 'list.md');
    expect(readFileSync(join(folder, 'list.md'), 'utf8')).toBe(stdout);
  });

  test('is among the choices for a wrong name', async () => {
    const { code, stderr } = await audit('--config', 'checklist-format.ts', '--format', 'checklst');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^dustpan: unknown format "checklst"; did you mean "checklist"\? \(choose from text, .*checklist\)\n$/,
    );
  });

  test('that throws gives one line, and no file', async () => {
    const bad = `export default { auditFormats: [{ name: 'bad', summary: 's', write: async () => { throw new Error('no'); } }] };`;
    const { code, stderr } = await audit('--format', 'bad', '-o', 'bad.txt', ...config(bad));
    expect(code).toBe(2);
    expect(stderr).toContain('dustpan: the report format bad threw "Error: no"; correct the format\n');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(() => readFileSync(join(folder, 'bad.txt'))).toThrow('ENOENT');
  });
});
