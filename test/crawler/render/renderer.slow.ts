/**
 * Pages in each browser, hostile ones among them.
 *
 * Covers: crawler/render/{browser,browser-guard,browser-kind,check-rendering,chromium,firefox,page-network,process-memory,render-error}.ts
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import { RunningBrowser } from '../../../crawler/render/browser.ts';
import { CHROMIUM } from '../../../crawler/render/chromium.ts';
import { findBrowser } from '../../../crawler/render/find-browser.ts';
import { groupMemory } from '../../../crawler/render/process-memory.ts';
import { startRenderer } from '../../../crawler/render/renderer.ts';
import type { PageRenderer, RenderedPage } from '../../../crawler/render/rendering.ts';
import { RobotsPolicy } from '../../../crawler/robots/policy.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { ON_A_BUSY_MACHINE, RENDERING_BROWSERS } from '../../browser/rendering-browsers.ts';

/** The page's scripts run at once, at the end of its body. */
const page = (script: string): string =>
  `<!doctype html><title>Served</title><p>Served text.</p><script>${script}</script>`;

const requests: IncomingMessage[] = [];
const paths = (): readonly (string | undefined)[] => requests.map(({ url }) => url);
const answer: RequestListener = (request, response) => {
  requests.push(request);
  const target = request.url ?? '';
  if (target === '/robots.txt') response.end('User-agent: *\nDisallow: /hidden');
  else if (target === '/never.js') return;
  else if (target.startsWith('/gone')) response.writeHead(404).end();
  else if (target === '/cut.js') request.socket.destroy();
  else if (target === '/away.js') response.writeHead(302, { location: `http://127.0.0.1:${otherPort}/secret` }).end();
  else if (target === '/moved.js') response.writeHead(302, { location: '/app.js' }).end();
  else if (target === '/app.js')
    response.setHeader('content-type', 'text/javascript').end("document.title = 'From a script'");
  else if (target === '/data') response.setHeader('content-type', 'application/json').end('{"title":"From data"}');
  else response.setHeader('content-type', 'text/javascript').end('');
};
const site = createServer(answer);
const others: string[] = [];
/** On a private address that no seed names. */
const other = createServer((request, response) => {
  others.push(request.url ?? '');
  response.setHeader('access-control-allow-origin', '*').end('secret');
});
const sockets: string[] = [];
/** Another seed. */
const third = createServer((request, response) => {
  requests.push(request);
  if (request.url === '/shared') response.setHeader('access-control-allow-origin', '*');
  response.end('text');
});
/** Hears anything that connects past the fetcher. */
const bare = createTcpServer((socket) => {
  sockets.push('tcp');
  socket.destroy();
});
const udp = createSocket('udp4', () => sockets.push('udp'));

let [sitePort, otherPort, thirdPort, barePort, udpPort] = [0, 0, 0, 0, 0];
let renderer: PageRenderer;
let fetcher: Fetcher;
let bareFetcher: Fetcher;

async function show(html: string, target = '/page'): Promise<RenderedPage & { readonly text: string }> {
  const rendered = await renderer.render(
    `http://127.0.0.1:${sitePort}${target}`,
    {
      kind: 'response',
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'a=1' },
      body: Buffer.from(html),
      truncated: false,
      elapsed: 1,
    },
    new AbortController().signal,
  );
  return { ...rendered, text: String(rendered.html ?? '') };
}

async function start(browser: string | null, timeout: number): Promise<PageRenderer> {
  const frontier = new MemoryFrontier();
  const gate = new RobotsPolicy({
    frontier,
    fetcher: bareFetcher,
    productToken: 'dustpan-test',
    onRead: async () => {},
  });
  return startRenderer({
    fetcher,
    bareFetcher,
    gate,
    browser,
    userAgent: 'dustpan-test/1',
    timeout,
    maxBytes: 1_000_000,
  });
}

beforeAll(async () => {
  // Other tests of this process have browsers of their own.
  process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'renderer-'));
  [sitePort, otherPort, thirdPort] = await Promise.all([listen(site), listen(other), listen(third)]);
  bare.listen(0, '127.0.0.1');
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(bare, 'listening'), once(udp, 'listening')]);
  const address = bare.address();
  barePort = typeof address === 'object' && address !== null ? address.port : 0;
  udpPort = udp.address().port;
  fetcher = new Fetcher({
    userAgent: 'dustpan-test/1',
    seeds: [`http://127.0.0.1:${sitePort}/`],
    headersByOrigin: new Map([[`http://127.0.0.1:${sitePort}`, [['cookie', 'session=1']]]]),
  });
  bareFetcher = new Fetcher({
    userAgent: 'dustpan-test/1',
    seeds: [sitePort, thirdPort].map((port) => `http://127.0.0.1:${port}/`),
  });
});
afterAll(async () => {
  await Promise.all([fetcher.close(), bareFetcher.close()]);
  bare.close();
  udp.close();
  await Promise.all([site, other, third].map((server: Server) => close(server)));
});

describe.each(RENDERING_BROWSERS)('pages in $title', ({ title, path }) => {
  if (path === null) return test.skip('are not shown');

  beforeAll(async () => {
    renderer = await start(path, 8000);
  });
  afterAll(async () => {
    await renderer.close();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('dustpan-browser-'))).toEqual([]);
  });

  test('a browser that has a network, because its settings had no effect, is refused', async () => {
    const { kind } = findBrowser(path);
    const options = (profile: string): LaunchOptions => {
      const { proxy: _proxy, ...rest } = kind.options(profile);
      return { ...rest, args: [], firefoxUserPrefs: {} };
    };
    const started = RunningBrowser.start({ browser: { path, kind: { ...kind, options } }, userAgent: 'x' });
    await expect(started).rejects.toThrow(/did not start \(it has a network/);
  });

  test('the document is read after its scripts, with what they fetched', async () => {
    const script = "fetch('/data').then((r) => r.json()).then((data) => { document.title = data.title; })";
    const { text, notes, left, url } = await show(page(script));
    expect(text).toContain('<title>From data</title>');
    expect({ notes, left, url }).toEqual({ notes: [], left: [], url: null });
  });

  test('scripts come from the site with the headers of the crawl, once for several pages, and over redirects', async () => {
    requests.length = 0;
    const html = `${page('')}<script src="/moved.js"></script>`;
    const [first, second] = await Promise.all([show(html), show(html)]);
    expect([first.text, second.text].map((text) => text.includes('<title>From a script</title>'))).toEqual([
      true,
      true,
    ]);
    const scripts = requests.filter(({ url }) => url === '/app.js');
    expect(scripts.map(({ headers }) => [headers['user-agent'], headers.cookie])).toEqual([
      ['dustpan-test/1', 'session=1'],
    ]);
  });

  test('a page in the browser has the user agent of the crawl, and no cookies', async () => {
    const { text } = await show(page('document.title = navigator.userAgent + document.cookie + "."'));
    expect(text).toContain('<title>dustpan-test/1.</title>');
  });

  test('pictures, styles, fonts, frames and what is sent are not requested', async () => {
    requests.length = 0;
    const { text } = await show(
      `<link rel="stylesheet" href="/a.css" onload="document.title = 'styled'"><img src="/a.png"><iframe src="/frame"></iframe>
       <video src="/a.mp4"></video><link rel="icon" href="/i.png"><link rel="preload" as="font" href="/f.woff">
       ${page("fetch('/post', { method: 'POST' }).catch(() => {}); navigator.sendBeacon('/beacon', 'x'); new Image().src = '/b.png'")}`,
    );
    expect(text).toContain('<title>styled</title>');
    expect(paths()).toEqual([]);
  });

  test('robots.txt holds for what scripts load', async () => {
    requests.length = 0;
    const script =
      "fetch('/hidden/data').then(() => { document.title = 'got'; }, () => { document.title = 'refused'; })";
    const { text, notes } = await show(page(script));
    expect(text).toContain('<title>refused</title>');
    expect(notes).toEqual(['render-disallowed']);
    expect(paths()).not.toContain('/hidden/data');
  });

  test('the answer of another origin is read only if it says so, and secret headers do not go there', async () => {
    requests.length = 0;
    const titled = (target: string): string =>
      `await fetch('http://127.0.0.1:${thirdPort}${target}').then((r) => r.text()).catch(() => 'refused')`;
    const { text, notes } = await show(
      `<!doctype html><script type="module">document.title = ${titled('/shared')} + ' ' + ${titled('/own')};</script>`,
    );
    expect(text).toContain('<title>text refused</title>');
    expect(notes).toEqual(['render-incomplete']);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(requests.map(() => undefined));
  });

  test('private addresses that no seed names are not reached, by no way', async () => {
    const host = `127.0.0.1:${otherPort}`;
    const { text, notes } = await show(
      page(`fetch('http://${host}/fetch').catch(() => {});
        fetch('/away.js').then(() => { document.title = 'got'; }, () => {});
        fetch('http://localhost:${otherPort}/localhost').catch(() => {});
        fetch('http://[::1]:${otherPort}/six').catch(() => {});
        fetch('http://169.254.169.254/latest/').then(() => { document.title = 'got'; }, () => {});
        new WebSocket('ws://127.0.0.1:${barePort}/'); new EventSource('http://${host}/events');
        new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker')"])));
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] });
        peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'modulepreload']) {
          const link = document.createElement('link');
          Object.assign(link, { rel, href: 'http://127.0.0.1:${barePort}/' });
          document.head.append(link);
        }
        document.body.insertAdjacentHTML('beforeend', '<iframe src="http://${host}/frame"></iframe><script src="http://${host}/a.js"><\\/script>');
        setTimeout(() => {}, 300);`),
    );
    expect(text).toContain('<title>Served</title>');
    expect({ others, sockets }).toEqual({ others: [], sockets: [] });
    // Nobody has read a robots.txt there.
    expect(notes).toEqual(['render-incomplete']);
  });

  test.each(['/gone.js', '/cut.js'])('a page whose script is missing or cut off (%s) says so', async (script) => {
    expect((await show(`<!doctype html><title>Served</title><script src="${script}"></script>`)).notes).toEqual([
      'render-incomplete',
    ]);
  });

  test('data that the server does not have is an answer as any other', async () => {
    const { text, notes } = await show(
      page("fetch('/gone.json').then(({ status }) => { document.title = `${status}`; })"),
    );
    expect(text).toContain('<title>404</title>');
    expect(notes).toEqual([]);
  });

  test('a page that scripts lead elsewhere stays, and where they lead is told', async () => {
    requests.length = 0;
    const atOnce = await show(page("location.replace('/b?x=1#y')"));
    const b = `http://127.0.0.1:${sitePort}/b?x=1`;
    expect(atOnce).toMatchObject({ html: null, left: [b], notes: ['render-left'] });
    const later = await show(
      page("onload = () => { document.title = 'Shown'; setTimeout(() => { location = '/b?x=1'; }, 50); }"),
    );
    expect(later).toMatchObject({ left: [b], notes: ['render-left'] });
    expect(later.text).toContain('<title>Shown</title>');
    expect(paths()).toEqual([]);
  });

  test('a page is not taken for quiet because this process stood still', async () => {
    const asking = `let asked = 0;
      const asks = setInterval(() => {
        if (++asked > 14) { clearInterval(asks); document.title = 'Last'; } else void fetch('/data?' + asked);
      }, 150)`;
    requests.length = 0;
    let times = 0;
    const standing = setInterval(() => {
      if (requests.length < 3 * (times + 1)) return;
      if (++times === 3) clearInterval(standing);
      // Between two requests: while one has no answer, no page counts as quiet.
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600), 75);
    }, 5);
    const { text, notes } = await show(page(asking)).finally(() => clearInterval(standing));
    expect(text).toContain('<title>Last</title>');
    expect(notes).toEqual([]);
  });

  test('a URL that scripts give the document is the base of its links', async () => {
    const { url } = await show(page("history.replaceState(null, '', '/shop/list')"));
    expect(url).toBe(`http://127.0.0.1:${sitePort}/shop/list`);
  });

  test.each([
    ['never loads', '<script src="/never.js"></script>', 'render-unfinished'],
    ['never becomes quiet', page("setInterval(() => fetch('/data'), 40)"), 'render-unfinished'],
    [
      'works long between its requests',
      page(
        "onload = () => setInterval(() => { for (const end = Date.now() + 700; Date.now() < end; ); fetch('/data'); })",
      ),
      'render-unfinished',
    ],
    ['requests without end', page("for (let i = 0; i < 400; i++) fetch('/data?' + i)"), 'render-limited'],
    ['never pauses', page('for (;;);'), 'render-failed'],
    ['never pauses later', page('onload = () => setTimeout(() => { for (;;); })'), 'render-failed'],
    [
      'takes all memory',
      page('onload = () => { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)); }'),
      'render-failed',
    ],
    ['crashes', page("location.href = 'chrome://crash'"), null],
    [
      'shows dialogs without end',
      page("for (;;) { alert(1); confirm('?'); prompt('?'); }"),
      // Firefox may still give the document.
      title === 'Firefox' ? expect.stringMatching(/^render-(?:failed|unfinished)$/) : 'render-failed',
    ],
    ['reloads itself', page('location.reload()'), 'render-failed'],
    ['leads in circles', page("setInterval(() => { location.href = '/b?' + Math.random(); }, 1)"), 'render-left'],
    ['opens 10,000 tabs', page("for (let i = 0; i < 10000; i++) open('/tab?' + i)"), null],
    ['prints', page('print()'), null],
    [
      'asks for the camera and the place',
      page('navigator.mediaDevices?.getUserMedia({ video: true }); navigator.geolocation.getCurrentPosition(() => {})'),
      null,
    ],
    ['downloads', `${page('a.click()')}<a id="a" download="x" href="data:application/octet-stream,x">x</a>`, null],
    ['registers a service worker', page("navigator.serviceWorker?.register('/sw.js')"), null],
    [
      'logs without end',
      page("setInterval(() => { for (let i = 0; i < 1e4; i++) { console.log('x'.repeat(1e4)); } }, 1)"),
      null,
    ],
    ['throws without end', page("setInterval(() => { throw new Error('x'.repeat(1e4)); }, 0)"), null],
    ['grows without end', page("setInterval(() => { document.body.append('x'.repeat(1e5)); }, 1)"), null],
  ])('a page that %s ends, and the next one is shown', ON_A_BUSY_MACHINE, async (_what, html, note) => {
    const [{ notes }, next] = await Promise.all([show(html), show(page("document.title = 'Next'"))]);
    if (note !== null) expect(notes).toContainEqual(note);
    expect(next.text).toContain('<title>Next</title>');
    expect((await show(page("document.title = 'After'"))).text).toContain('<title>After</title>');
  });

  test('a document beyond the limit is cut', async () => {
    const { html, truncated, notes } = await show(page("document.body.append('x'.repeat(2e6))"));
    expect({ length: html?.length, truncated }, notes.join(' ')).toEqual({ length: 1_000_000, truncated: true });
  });

  test('pages that are no longer wanted end at once', async () => {
    const stop = new AbortController();
    const response = {
      kind: 'response',
      status: 200,
      headers: {},
      body: Buffer.from(page('for (;;);')),
      truncated: false,
      elapsed: 1,
    } as const;
    const shown = renderer.render(`http://127.0.0.1:${sitePort}/`, response, stop.signal);
    stop.abort();
    expect((await shown).html).toBeNull();
  });
});

test.skipIf(process.platform === 'win32')('a Chromium that cannot make its sandbox says what to do', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'dustpan-test-')), 'chromium');
  const line =
    '[7:7:1125/065947.191517:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:130] No usable sandbox!';
  writeFileSync(path, `#!/bin/sh\necho '${line}' >&2\nexit 1\n`, { mode: 0o755 });
  try {
    const started = RunningBrowser.start({ browser: { path, kind: CHROMIUM }, userAgent: 'x' });
    await expect(started).rejects.toThrow(/did not start \(No usable sandbox!\); its sandbox needs user namespaces: /);
  } finally {
    rmSync(dirname(path), { recursive: true });
  }
});

test('the memory of a group of processes is known on Linux', async () => {
  const memory = await groupMemory(process.pid);
  if (process.platform === 'linux') expect(memory).toBeGreaterThanOrEqual(0);
  else expect(memory).toBeNull();
});
