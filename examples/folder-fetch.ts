/** A fetch of your own: crawls a built site from its folder, under its real URLs and without a server. */
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { CustomFetch } from 'dustpan/crawler';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
};

export function folderFetch(folder: string): CustomFetch {
  const root = resolve(folder);
  return async (url) => {
    const path = join(root, decodeURIComponent(new URL(url).pathname));
    const file = path.endsWith(sep) ? join(path, 'index.html') : path;
    const body = file.startsWith(root + sep) ? await readFile(file).catch(() => null) : null;
    if (body === null) return new Response('not found', { status: 404 });
    return new Response(body, { headers: { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' } });
  };
}
