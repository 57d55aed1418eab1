import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../config/tools/release.ts');
const PERSON = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com' };
const SETTINGS = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const env = {
  ...process.env,
  ...SETTINGS,
  ...PERSON,
  GIT_COMMITTER_NAME: PERSON.GIT_AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: PERSON.GIT_AUTHOR_EMAIL,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dustpan-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  write('package.json', { name: 'a', version: '0.1.0', scripts: { released: 'echo promised > released.txt' } });
  mkdirSync(join(folder, 'src'));
  write('package-lock.json', {
    name: 'a',
    version: '0.1.0',
    lockfileVersion: 3,
    packages: { '': { version: '0.1.0' } },
  });
  changelog('## 0.1.0 - 2026-01-01\n\n- The first version.\n');
});

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
}

function write(file: string, text: unknown): void {
  writeFileSync(join(folder, file), typeof text === 'string' ? text : JSON.stringify(text));
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Commits a changelog with the sections. */
function changelog(...sections: readonly string[]): void {
  write('CHANGELOG.md', `# Changelog\n\nWords.\n\n${sections.join('\n')}`);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'change');
}

function release(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const program = ['--disable-warning=ExperimentalWarning', SCRIPT, ...args];
  return spawnSync(process.execPath, program, { cwd: folder, env, encoding: 'utf8' });
}

test('the first release is tagged with the version that the changelog has', () => {
  const { status, stdout } = release();
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: 'v0.1.0 is committed and tagged. To publish it: git push --follow-tags\n',
  });
  expect(git('log', '-1', '--format=%s %D')).toBe('release 0.1.0 HEAD -> main, tag: v0.1.0');
  expect(git('cat-file', '-t', 'v0.1.0')).toBe('tag');
});

test('the next release is dated, and all files have its version', () => {
  release();
  changelog('## 0.10.0 - unreleased\n\n### Added\n\n- More.\n', '## 0.1.0 - 2026-01-01\n\n- The first version.\n');
  const today = (): string => new Date().toISOString().slice(0, 10);
  const before = today();
  expect(release()).toMatchObject({ status: 0, stderr: '' });
  // The day may have ended meanwhile.
  expect(read('CHANGELOG.md').replace(before, today())).toMatch(
    `\n\n## 0.10.0 - ${today()}\n\n### Added\n\n- More.\n\n## 0.1.0 - 2026`,
  );
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.10.0' });
  expect(read('src/version.ts')).toContain("version = '0.10.0';\n");
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.10.0',
    packages: { '': { version: '0.10.0' } },
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('show', 'v0.10.0:released.txt')).toBe('promised');
  expect(release('--notes', 'v0.10.0')).toMatchObject({ status: 0, stdout: '### Added\n\n- More.\n' });
});

test('the notes of the oldest version end with the file', () => {
  release();
  expect(release('--notes', 'v0.1.0')).toMatchObject({ status: 0, stdout: '- The first version.\n' });
});

const FIRST = '## 0.1.0 - 2026-01-01\n\n- The first version.\n';
const refusals: readonly (readonly [what: string, make: () => void, message: string])[] = [
  ['a file that is not committed', () => write('new.txt', ''), 'commit or remove what git status shows'],
  ['another branch', () => git('switch', '--quiet', '--create', 'other'), 'switch to main'],
  ['no section for the changes since', () => {}, '0.1.0 is tagged: add a section "## X.Y.Z - unreleased"'],
  ['an older version', () => changelog('## 0.0.9 - unreleased\n\n- Less.\n', FIRST), '0.1.0 is tagged'],
  ['an empty section', () => changelog('## 0.2.0 - unreleased\n', FIRST), 'the section 0.2.0 of CHANGELOG.md is empty'],
  ['a section without a version', () => changelog('## Unreleased\n\n- More.\n', FIRST), 'needs a heading "## X.Y.Z'],
];

test.each(refusals)('%s: nothing is changed', (_, make, message) => {
  release();
  make();
  const before = [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')];
  const { status, stdout, stderr } = release();
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^release: .*\n$/);
  expect(stderr).toContain(message);
  expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual(before);
});

test.each([
  ['another tag', 'v0.2.0', () => {}],
  ['a tag without the v', '0.1.0', () => {}],
  ['a version of the package that was forgotten', 'v0.1.0', () => write('package.json', { version: '0.0.9' })],
  ['a section without a date', 'v0.1.0', () => changelog('## 0.1.0 - unreleased\n\n- The first version.\n')],
])('%s does not fit, and has no notes to publish', (_, tag, make) => {
  release();
  make();
  const { status, stdout, stderr } = release('--notes', tag);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('differ: npm run release makes all three');
});
