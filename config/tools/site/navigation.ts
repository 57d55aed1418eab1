import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageOf, ROOT } from './pages.ts';

type Item = DefaultTheme.SidebarItem;

/** The pages at the side, for someone who reads from the top. */
export const SIDEBAR: readonly Item[] = [
  group(
    'Start',
    ['What dustpan does', 'README.md'],
    ['Getting started', 'docs/getting-started.md'],
    ['Troubleshooting', 'docs/troubleshooting.md'],
    ['Glossary', 'docs/glossary.md'],
    ['All pages', 'docs/README.md'],
  ),
  group(
    'Crawl a site',
    ['Crawl', 'docs/crawl.md'],
    ['Read the results', 'docs/crawl-file.md'],
    ['Evidence', 'docs/evidence.md'],
    ['Pages built by scripts', 'docs/render.md'],
    ['Logins and proxies', 'docs/access.md'],
    ['Record a web archive', 'docs/warc.md'],
    ['Learn from web archives', 'docs/archives.md'],
  ),
  group('Link lists', ['Deduplicate', 'docs/dedup.md'], ['Recipes', 'docs/dedup-recipes.md']),
  group(
    'Audit a site',
    ['Audit', 'docs/audit.md'],
    ['Audit in CI', 'docs/audit-in-ci.md'],
    ['What other auditors report', 'docs/other-auditors.md'],
    ['How reliable an audit is', 'docs/audit-quality.md'],
  ),
  group(
    'URLs',
    ['Canonicalize, explain, compare', 'docs/canonicalize.md'],
    ['Try it in the browser', 'docs/playground.md'],
    ['Tracking parameters', 'docs/tracking-parameters.md'],
    ['Slugs', 'docs/slugs.md'],
  ),
  group('Library', ['Use the library', 'docs/library.md'], ['dustpan-url', 'docs/dustpan-url.md']),
  folder(
    'Examples',
    'examples/README.md',
    globSync('examples/**/README.md', { cwd: ROOT, exclude: ['**/node_modules'] }),
  ),
  group(
    'Reference',
    ['Command line', 'docs/reference/command-line.md'],
    ['Output and exit codes', 'docs/output.md'],
    ['Configuration', 'docs/configuration.md'],
    ['Passes', 'docs/reference/passes.md'],
    ['Audit rules', 'docs/reference/rules.md'],
    ['Reasons', 'docs/reference/reasons.md'],
  ),
  folder('API', 'docs/api/README.md', [
    ...globSync('docs/api/*.md', { cwd: ROOT }),
    ...globSync('docs/api/*/*.md', { cwd: ROOT }),
  ]),
  group(
    'Operations',
    ['In a container', 'docs/container.md'],
    ['From many machines', 'docs/postgres.md'],
    ['Very large crawls', 'docs/scale.md'],
    ['Performance', 'docs/performance.md'],
    ['Limits', 'docs/limits.md'],
    ['Stability', 'docs/stability.md'],
    ['Changelog', 'CHANGELOG.md'],
    ['Security', 'SECURITY.md'],
  ),
  group(
    'Background',
    ['How merges stay safe', 'docs/safe-merges.md'],
    ['Architecture', 'ARCHITECTURE.md'],
    ['Contributing', 'CONTRIBUTING.md'],
  ),
  folder('Decisions', 'docs/decisions/README.md', globSync('docs/decisions/*.md', { cwd: ROOT })),
];

/** The links on top. */
export const TOP: readonly DefaultTheme.NavItem[] = [
  { text: 'Start', link: linkTo('docs/getting-started.md') },
  { text: 'Crawl', link: linkTo('docs/crawl.md') },
  { text: 'Deduplicate', link: linkTo('docs/dedup.md') },
  { text: 'Audit', link: linkTo('docs/audit.md') },
  { text: 'Library', link: linkTo('docs/library.md') },
  { text: 'Commands', link: linkTo('docs/reference/command-line.md') },
];

function group(text: string, ...pages: readonly (readonly [text: string, file: string])[]): Item {
  return { text, collapsed: false, items: pages.map(([name, file]) => ({ text: name, link: linkTo(file) })) };
}

/** A closed group of all pages of a folder, by their headings; the first is its index. */
function folder(text: string, index: string, files: readonly string[]): Item {
  const others = files.filter((file) => file !== index).toSorted();
  const items = others.map((file) => ({ text: headingOf(file), link: linkTo(file) }));
  return { text, collapsed: true, link: linkTo(index), items };
}

function headingOf(file: string): string {
  return /^# (.*)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? file;
}

function linkTo(file: string): string {
  return `/${pageOf(file).replace(/(?:index)?\.md$/, '')}`;
}
