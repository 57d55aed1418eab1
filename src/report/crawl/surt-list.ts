import { nameOf } from '../../audit/site/landing.ts';
import { printable } from '../../text/printable.ts';
import { UrlError } from '../../url/error.ts';
import { surt } from '../../url/surt.ts';
import type { ReportFormat } from '../format.ts';

/** In order of discovery: sorting needs the whole list in memory, or another program. */
export const surtList: ReportFormat = {
  name: 'surt',
  summary:
    'keys in SURT form, with the labels of the host reversed; one per line, followed by a space and the URL; sort them with `LC_ALL=C sort`',
  write: async (crawl, sink) => {
    let left = 0;
    for await (const entry of crawl.entries()) {
      const { key } = entry;
      const turned = key.startsWith('invalid:') ? null : surt(key);
      if (turned === null || turned instanceof UrlError) left++;
      else await sink.write(`${turned.replaceAll(' ', '%20')} ${printable(nameOf(entry))}\n`);
    }
    if (left > 0) sink.note(`left out: ${left} that are not valid URLs`);
  },
};
