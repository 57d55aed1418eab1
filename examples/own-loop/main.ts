/** Prints the title of each page of a site. */
import { load } from 'cheerio';
import { fetchSite } from './own-loop.ts';

const [start, pause = '1000'] = process.argv.slice(2);
if (start === undefined || !URL.canParse(start)) {
  console.error('name the site: npm start -- https://example.com/');
  process.exit(2);
}
await fetchSite(start, (url, html) => console.log(url, load(html)('title').text()), Number(pause));
