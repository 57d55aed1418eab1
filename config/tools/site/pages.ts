import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The folder of the repository. */
export const ROOT: string = join(import.meta.dirname, '../../..');
/** The page of the playground, which `npm run build:playground` writes. */
export const PLAYGROUND: string = join(ROOT, 'dist/playground/index.html');
/** Where the repository is read on the code host. */
export const REPOSITORY = 'https://github.com/dustpan/dustpan';

/** The Markdown files that are pages: those of docs/ and examples/, and those on top of the repository. */
const PAGE = /^(?:(?:docs|examples)\/.*|[A-Z]+)\.md$/;

/** The page of a Markdown file, both relative to their root: `docs/crawl.md` is `crawl.md`, and each README an index. */
export function pageOf(file: string): string {
  if (file === 'docs/README.md') return 'contents.md';
  const page = file.includes('/') ? file.replace(/^docs\//, '') : file.toLowerCase();
  return page.replace(/(^|\/)readme\.md$/i, '$1index.md');
}

/**
 * Where a link of a file leads on the site: to a page, or to the code host if it is a file that is not a page.
 *
 * @param target as written in the file
 * @param file the path of the file
 */
export function linkOf(target: string, file: string): string {
  if (/^[a-z]+:|^#/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const linked = relative(ROOT, join(dirname(file), path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (PAGE.test(linked) && existsSync(join(ROOT, linked))) return `/${pageOf(linked)}${hash}`;
  return `${REPOSITORY}/blob/main/${linked}${hash}`;
}

/** The anchor that code hosts give to a heading, so that a link works there and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
