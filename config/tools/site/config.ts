import { existsSync } from 'node:fs';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { SIDEBAR, TOP } from './navigation.ts';
import { anchorOf, linkOf, PLAYGROUND, pageOf, REPOSITORY, ROOT } from './pages.ts';

/** Pages load nothing from other hosts; this makes the browser refuse it too. */
const POLICY = "default-src 'self' data: 'unsafe-inline'";

/** A broom, without a file. */
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><text y='.9em' font-size='90'>🧹</text></svg>";

/** Pages that are not written by hand. */
const GENERATED = /^docs\/(?:api|reference)\//;

/** The settings of VitePress. The pages are plain Markdown, which the code host shows too. */
const config: UserConfig<DefaultTheme.Config> = {
  title: 'dustpan',
  description: 'Finds URLs that lead to the same page: crawls sites, deduplicates link lists, audits canonical URLs.',
  lang: 'en',
  // Links are relative, so that the site works in any folder of a server.
  base: './',
  srcDir: ROOT,
  srcExclude: ['!{docs/**/*,examples/**/*,*}.md', '**/node_modules/**', 'test/**', 'dist/**'],
  cacheDir: `${ROOT}/node_modules/.cache/site`,
  rewrites: pageOf,
  head: [
    ['meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }],
    ['link', { rel: 'icon', href: ICON }],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      md.core.ruler.push('links', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet('href');
          if (href !== null) token.attrSet('href', linkOf(href, env.realPath ?? env.path));
        }
      });
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const diagram = `<p><a href="${REPOSITORY}/blob/main/ARCHITECTURE.md">The diagram, on the code host</a></p>`;
        return tokens[index]?.info === 'mermaid' ? diagram : (fence?.(tokens, index, ...rest) ?? '');
      };
    },
  },
  transformPageData: (page) => {
    if (GENERATED.test(page.filePath)) page.frontmatter['editLink'] = false;
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      ...TOP,
      ...(existsSync(PLAYGROUND) ? [{ text: 'Playground', link: '/playground/index.html', target: '_self' }] : []),
    ],
    sidebar: [...SIDEBAR],
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
};

export default config;
