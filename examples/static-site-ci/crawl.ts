/** Crawls a built site from its folder, under the address that it will have, into a file for the audit. */
import { crawl } from 'dustpan/crawler';
import { folderFetch } from './folder-fetch.ts';

const [folder = '', address = ''] = process.argv.slice(2);
const { progress } = await crawl(address, {
  db: 'site.dustpan',
  fresh: true,
  fetch: folderFetch(folder),
  delay: 0,
}).finish();
console.error(`${progress.pages} pages in ${folder}`); // standard output is for the report
if (progress.pages === 0) {
  console.error(`${folder} has no page for ${address}: build the site first`);
  process.exitCode = 3;
}
