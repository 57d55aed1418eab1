/** Queries of links in all encodings, where Chromium is installed: as it requests them. */
import { expect, test } from 'vitest';
import { readDocument } from '../../crawler/page/document.ts';
import { bareWireUrl } from '../../crawler/reference.ts';
import { ENCODINGS, encoderOf } from '../crawler/page/encoders.ts';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from './chromium.ts';

const URL = 'http://page.test/';
/** Characters that some encodings have, and characters that need two code units. */
const WRITTEN = Array.from('äßœ€řğабвאבثไあソ漢中文한𠀋😀\'"<> `\\^{|}~¥‾');

test.runIf(HAS_CHROMIUM)(`a browser requests the same queries of links in all encodings${WHY_SKIPPED}`, async () => {
  await using browser = await launchChromium();
  const page = await browser.newPage();
  let served: { readonly contentType: string; readonly body: Buffer };
  await page.route(`${URL}**`, async (route) => route.fulfill(served));
  for (const encoding of ENCODINGS.filter((name) => !name.startsWith('utf-'))) {
    const own = [...encoderOf(encoding).values()].map((bytes) => bytes.toString('latin1'));
    const referred = WRITTEN.map((character) => `&#${character.codePointAt(0)};`);
    const queries = [...own, ...referred, referred.join(''), referred.toReversed().join('')];
    const body = Buffer.from(queries.map((query) => `<a href="?q=${query}&amp;a">x</a>`).join('\n'), 'latin1');
    served = { contentType: `text/html; charset=${encoding}`, body };
    await page.goto(URL);
    const shown = await page.evaluate<string[]>('[...document.links].map((link) => link.href)');
    const { links } = readDocument(URL, { headers: { 'content-type': served.contentType }, body });
    expect([encoding, [...links].map(({ url }) => bareWireUrl(url))]).toEqual([encoding, [...new Set(shown)]]);
  }
});
