import { printable } from '../../text/printable.ts';
import { UrlError } from '../../url/error.ts';
import { surt } from '../../url/surt.ts';
import type { ReportFormat } from '../format.ts';

/** In order of discovery: a list as long as memory is not needed for it can only be sorted by another program. */
export const surtList: ReportFormat = {
  name: 'surt',
  summary: "the key with its host's labels turned round, a space and the URL, a line each; `LC_ALL=C sort` sorts them",
  write: async (crawl, files) => {
    let left = 0;
    for await (const { key, url } of crawl.entries()) {
      const turned = key.startsWith('invalid:') ? null : surt(key);
      if (turned === null || turned instanceof UrlError) left++;
      else await files.write(`${turned.replaceAll(' ', '%20')} ${printable(url)}\n`);
    }
    return left === 0 ? [] : [`left out: ${left} that are no URLs`];
  },
};
