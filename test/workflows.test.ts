/** What a code host reads: the action, its workflows, the examples of the guide, and the hooks of pre-commit. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf } from './config/action/github-parser.ts';
import { blocksOf } from './docs/markdown.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>;
}

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT });

/** The examples of the guide, by the name in the comment above each. */
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  blocksOf(read('docs/audit-in-ci.md'))
    .filter(({ comment }) => comment.startsWith('example: '))
    .map(({ comment, lines }) => [comment.slice('example: '.length), lines.join('\n')]),
);

function example(name: string): string {
  const text = EXAMPLES.get(name);
  if (text === undefined) throw new Error(`the guide has no example ${name}`);
  return text;
}

test.each(['action.yml', ...WORKFLOWS])("%s passes GitHub's own parser", (file) => {
  expect(problemsOf(file, read(file))).toEqual([]);
});

test("GitHub's own parser finds mistakes", () => {
  expect(problemsOf('ci.yml', read('.github/workflows/ci.yml').replace('runs-on', 'run-on'))).not.toEqual([]);
  expect(problemsOf('ci.yml', read('.github/workflows/ci.yml').replace('github.ref', 'githb.ref'))).not.toEqual([]);
  expect(problemsOf('action.yml', read('action.yml').replace('using: composite', 'using: shell'))).not.toEqual([]);
});

describe.each(WORKFLOWS)('%s', (file) => {
  const { permissions, concurrency, jobs }: Workflow = parse(read(file));

  test('may only read, runs once at a time, and ends', () => {
    // A job that needs more says so itself.
    expect([{}, { contents: 'read' }]).toContainEqual(permissions);
    expect(concurrency?.group).toBeTruthy();
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(360);
  });

  test('leaves no token in the checked out repository', () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});

test.each(['action.yml', ...WORKFLOWS])('%s names actions by their commit, with the version beside it', (file) => {
  const used = read(file).match(/^.*\buses: .*$/gm) ?? [];
  for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(['action.yml', ...WORKFLOWS])('%s puts no expression into a script, where it would be code', (file) => {
  const { runs, jobs = {} }: { runs?: { steps: readonly Step[] } } & Partial<Workflow> = parse(read(file));
  const steps = [...(runs?.steps ?? []), ...Object.values(jobs).flatMap((job) => job.steps)];
  const scripts = steps.flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).not.toMatch(/\$\{\{/);
});

test('every change runs .ci/run', () => {
  const { jobs }: Workflow = parse(read('.github/workflows/ci.yml'));
  expect(Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))).toEqual(['.ci/run']);
});

test('every night runs commands that package.json has', () => {
  const { jobs }: { jobs: { long: { strategy: { matrix: { tests: readonly string[] } } } } } = parse(
    read('.github/workflows/nightly.yml'),
  );
  const { scripts }: { scripts: object } = JSON.parse(read('package.json'));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...jobs.long.strategy.matrix.tests]));
});

describe('the guide', () => {
  const { inputs }: { inputs: object } = parse(read('action.yml'));

  test("shows a workflow that GitHub's parser accepts, with inputs that the action has", () => {
    const text = example('github.yml');
    expect(problemsOf('dustpan.yml', text)).toEqual([]);
    const { jobs }: Workflow = parse(text);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const own = steps.find(({ uses }) => uses?.startsWith('dustpan/dustpan@'));
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own?.with ?? {})));
  });

  test("shows steps that log in, and that GitHub's parser accepts", () => {
    const before = example('github.yml').replace(/^ {4}steps:[^]*/m, '');
    const steps = example('login.yml').replace(/^/gm, '    ');
    expect(problemsOf('dustpan.yml', before + steps)).toEqual([]);
    expect(problemsOf('dustpan.yml', before + steps.replace('runner.temp', 'runer.temp'))).not.toEqual([]);
  });

  test('explains every input', () => {
    const page = read('docs/audit-in-ci.md');
    for (const name of Object.keys(inputs)) expect(page).toContain(`\n| \`${name}\` |`);
  });

  test('names the version of the package', () => {
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const named = [...EXAMPLES.values()].join('\n').match(/\bv\d+\.\d+\.\d+/g) ?? [];
    expect(named).toHaveLength(5);
    expect(new Set(named)).toEqual(new Set([`v${version}`]));
  });

  test('shows a hook that exists', () => {
    const [hook]: readonly Readonly<Record<string, string>>[] = parse(read('.pre-commit-hooks.yaml'));
    const { repos }: { repos: readonly { hooks: readonly { id: string; files: string }[] }[] } = parse(
      example('pre-commit.yml'),
    );
    expect(repos.flatMap(({ hooks }) => hooks.map(({ id }) => id))).toEqual([hook?.['id']]);
    expect('links/a.txt').toMatch(new RegExp(repos[0]?.hooks[0]?.files ?? '^$'));
  });
});
