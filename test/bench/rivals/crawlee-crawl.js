// Crawls a site with Crawlee's CheerioCrawler: links followed, the canonical read, robots.txt obeyed, nothing on disk.
import { argv, stdout } from 'node:process';

const { CheerioCrawler, Configuration, log } = await import('@crawlee/cheerio');
log.setLevel(log.LEVELS.OFF);
let pages = 0;
const crawler = new CheerioCrawler(
  {
    minConcurrency: 16,
    maxConcurrency: 16,
    respectRobotsTxtFile: true,
    async requestHandler({ $, enqueueLinks }) {
      pages++;
      $('link[rel~=canonical]').attr('href');
      await enqueueLinks({ strategy: 'same-hostname' });
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([argv[2]]);
stdout.write(`${pages}\n`);
