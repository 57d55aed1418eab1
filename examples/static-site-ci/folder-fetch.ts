/** A fetch of your own: crawls a built site from its folder, under its real URLs and without a server. */
import { readFile, stat } from 'node:fs/promises';
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
    const address = new URL(url);
    const path = join(root, decodeURIComponent(address.pathname));
    const file = path.endsWith(sep) ? join(path, 'index.html') : path;
    const found = file.startsWith(root + sep) ? await stat(file).catch(() => null) : null;
    if (found === null) return new Response('not found', { status: 404 });
    if (found.isDirectory()) {
      // As web servers do.
      address.pathname += '/';
      return Response.redirect(address, 301);
    }
    const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' };
    return new Response(await readFile(file), { headers });
  };
}
