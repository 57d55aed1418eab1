/** Crawls a site, and writes the report of an audit as a page and as JSON. */
import { writeFile } from 'node:fs/promises';
import { AuditSite, audit, buildReport, reportText } from 'dustpan/audit';
import { auditSources, crawl } from 'dustpan/crawler';
import { openFrontier } from 'dustpan/frontier';

const [start = 'https://books.toscrape.com/'] = process.argv.slice(2);
const frontier = await openFrontier('site.dustpan');
await crawl(start, { db: frontier, maxPages: 500 }).finish();
const site = await AuditSite.read(await auditSources(frontier));
await frontier.close();

const report = buildReport(site, await audit(site));
for (const format of ['html', 'json']) await writeFile(`report.${format}`, await reportText(report, format));
const { pages, severities } = report.summary;
console.log(`${pages} pages, ${severities.error} errors, ${severities.warning} warnings: see report.html`);
