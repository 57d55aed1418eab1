/** The thread that applies selectors: a page may make them slow, and must not hold up the crawl. */
import { parentPort, workerData } from 'node:worker_threads';
import { load } from 'cheerio/slim';
import { decodeBody } from '../page/charset.ts';
import { selectFrom } from './selection.ts';
import type { PageToSelect } from './selection-thread.ts';

parentPort?.on('message', ({ body, contentType }: PageToSelect) => {
  parentPort?.postMessage(selectFrom(decodeBody(body, contentType), load, workerData));
});
parentPort?.postMessage('loaded');
