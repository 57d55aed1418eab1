/**
 * `npm run release` makes a release of the section on top of CHANGELOG.md: dates it, gives the package its version, records
 * what the release promises, commits and tags. Pushing the tag publishes it (.github/workflows/release.yml). There,
 * `release.ts --notes TAG` prints the section, if the tag fits the package.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, cwd, stderr, stdout } from 'node:process';

/** A heading such as `## 0.2.0 - unreleased`, and the text up to the next one. */
const SECTION = /^## (\d+\.\d+\.\d+) - (unreleased|\d{4}-\d\d-\d\d)\n([^]*?)(?=\n## |$(?![^]))/m;

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: cwd(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

try {
  const [mode, tag = ''] = argv.slice(2);
  stdout.write(mode === '--notes' ? notesOf(tag) : release());
} catch (error) {
  stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function release(): string {
  if (run('git', 'status', '--porcelain') !== '') throw new Error('commit or remove what git status shows');
  if (run('git', 'branch', '--show-current') !== 'main') throw new Error('switch to main');
  const { changelog, heading, version } = topSection();
  const last = run('git', 'tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0]?.slice(1) ?? '';
  if (!isNewer(version, last)) {
    throw new Error(`${last} is tagged: add a section "## X.Y.Z - unreleased" with a newer version to CHANGELOG.md`);
  }
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', changelog.replace(heading, `## ${version} - ${date}`));
  writeFileSync('src/version.ts', `/** The version of the package. */\nexport const version = '${version}';\n`);
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  run('npm', 'run', '--silent', 'released');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--allow-empty', '--message', `release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `dustpan ${version}`);
  return `v${version} is committed and tagged. To publish it: git push --follow-tags\n`;
}

function notesOf(tag: string): string {
  const { version, heading, notes } = topSection();
  const manifest: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (tag === `v${version}` && manifest.version === version && !heading.endsWith('unreleased')) return notes;
  throw new Error(
    `the tag ${tag}, version ${manifest.version} of package.json and "${heading}" of CHANGELOG.md differ: npm run release makes all three`,
  );
}

function topSection(): { readonly [part in 'changelog' | 'heading' | 'version' | 'notes']: string } {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [section = '', version = '', , text = ''] = SECTION.exec(changelog) ?? [];
  const isFirst = changelog.search(/^## /m) === changelog.indexOf(section);
  if (section === '' || !isFirst)
    throw new Error('the first section of CHANGELOG.md needs a heading "## X.Y.Z - unreleased"');
  if (text.trim() === '') throw new Error(`the section ${version} of CHANGELOG.md is empty: say what changed`);
  return { changelog, heading: section.slice(0, section.indexOf('\n')), version, notes: `${text.trim()}\n` };
}

/** Whether a version comes after another one, or is the first. */
function isNewer(version: string, last: string): boolean {
  return last === '' || (version !== last && version.localeCompare(last, 'en', { numeric: true }) > 0);
}
