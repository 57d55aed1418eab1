/**
 * Covers: src/cli/jobs/probe-sites.ts, src/cli/options/{probe-options,probe-targets}.ts
 * Covers: src/cli/render/{claim-lines,probe-lines}.ts
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE } from '../../config/demo-site/certificate.ts';
import { serveSite } from '../crawler/probe/probing.ts';
import { APEX, html, prose, SITES } from '../crawler/probe/sites.ts';
import { dustpan, type Ended, ndjson, start, temporaryFolder } from './dustpan.ts';

const ADDRESS = '192.0.2.1';

/** Probes one of the sites by the command line. */
async function probe(
  name: string,
  ...args: readonly string[]
): Promise<Ended & { readonly requests: readonly string[] }> {
  const site = SITES.find((each) => each.name === name);
  if (site === undefined) throw new Error(`no site ${name}`);
  const { connectTo, requests, close } = await serveSite(site.answer);
  onTestFinished(close);
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, CERTIFICATE);
  const rules = connectTo.flatMap((rule) => ['--connect-to', rule]);
  return { ...(await dustpan(['probe', ...rules, '--ca', ca, ...args])), requests };
}

describe('probe', () => {
  test('a line a claim, then the requests that it took', async () => {
    const { code, stdout, stderr, requests } = await probe(
      'all lead to https://www, hop by hop',
      APEX,
      '--kind',
      'www,scheme,slash',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'www     broom.example                                       confirmed  add     301 on 3 of 3 samples',
      'scheme  www.broom.example                                   confirmed  https   301 on 3 of 3 samples',
      'slash   www.broom.example in /about/$ /docs/ /news/ /shop/  confirmed  remove  301 on 4 of 4 samples',
      `${requests.length + 3} requests (3 for robots.txt)`,
      '',
      '',
    ]);
  });

  test('what is refuted or undecided says why, and what would help', async () => {
    const refuted = await probe('slash redirects to the home page', `http://${APEX}/`, '--kind', 'slash');
    expect(refuted.stdout).toMatch(
      /^slash +broom\.example in \S+ \S+ \S+ \S+ +refuted +the other URL redirects to \/ and loses the path on 4 of 4 samples$/m,
    );
    const undecided = await probe('consent wall', `http://${APEX}/`, '--kind', 'slash');
    expect(undecided.stdout).toMatch(
      /^slash +broom\.example\/ +undecided +a URL that cannot exist shows the same page; the site should answer such URLs with 404$/m,
    );
    const temporary = await probe('slash by 302', `http://${APEX}/`, '--kind', 'slash');
    expect(temporary.stdout).toMatch(
      /undecided +remove +302 on 5 of 5 samples: the redirects are temporary; only permanent ones/,
    );
  });

  test('--json prints an object a claim, with its own evidence', async () => {
    const { code, stdout, stderr } = await probe('slash by section', `http://${APEX}/`, '--kind', 'slash', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^\d+ requests \(1 for robots\.txt\)\n$/);
    const claims = ndjson(stdout);
    expect(claims).toHaveLength(4);
    expect(claims[1]).toEqual({
      kind: 'slash',
      scope: 'broom.example/docs/',
      verdict: 'confirmed',
      target: 'remove',
      source: 'permanent-redirect',
      samples: 2,
      host: APEX,
      about: null,
      path: '/docs/',
      contradictions: 0,
      reason: null,
      firstSeen: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      lastSeen: expect.any(String),
      expires: expect.any(String),
      evidence: ['install/linux', 'usage'].map((name) =>
        expect.objectContaining({
          supports: true,
          seen: 'redirects',
          path: `/docs/${name}`,
          at: expect.stringMatching(/Z$/),
        }),
      ),
    });
    expect(claims[0]).toMatchObject({
      scope: 'broom.example/about/',
      verdict: 'refuted',
      evidence: [{ path: '/about' }],
    });
  });

  test('what is about a parameter or an index page says so in its scope', async () => {
    const params = await probe('sort=asc is the default', `http://${APEX}/`, '--json', '--kind', 'default-param');
    expect(ndjson(params.stdout)).toContainEqual(
      expect.objectContaining({ scope: 'broom.example/docs/all/$ ?sort=asc', about: 'sort=asc', verdict: 'confirmed' }),
    );
    const index = await probe('index.php to the folder by 301', `http://${APEX}/`, '--json', '--kind', 'index');
    expect(ndjson(index.stdout)).toContainEqual(
      expect.objectContaining({ scope: 'broom.example/docs/index.php', verdict: 'confirmed' }),
    );
  });

  test('several URLs of one site are its pages; --samples and --budget bound what is asked', async () => {
    const urls = ['/docs/usage', '/shop/dustpans'].map((path) => `http://${APEX}${path}`);
    const { requests } = await probe('slash by 302', ...urls, '--kind', 'slash', '--samples', '1');
    expect(requests.filter((url) => url.endsWith('/') && url !== `http://${APEX}/`)).toHaveLength(4);
    expect((await probe('slash by 302', ...urls, '--budget', '3')).requests).toHaveLength(3);
  });

  test('an address is held against the domains that are named beside it', async () => {
    const paths = ['/', '/docs/a', '/docs/b', '/shop/c', '/shop/d'];
    const { connectTo, close } = await serveSite(({ scheme, host, path }) => {
      if (scheme === 'https' || ![ADDRESS, APEX].includes(host) || !paths.includes(path)) return { status: 404 };
      return html(`<p>${prose(path)}</p>${paths.map((to) => `<a href="${to}">${to}</a>`).join('')}`);
    });
    onTestFinished(close);
    const ofApex = connectTo.filter((rule) => rule.startsWith(APEX));
    const rules = [...ofApex, ...ofApex.map((rule) => rule.replace(APEX, ADDRESS)), ':80:127.0.0.1:1'];
    const ca = join(temporaryFolder(), 'ca.pem');
    writeFileSync(ca, CERTIFICATE);
    const flags = ['--kind', 'ip', '--ca', ca, ...rules.flatMap((rule) => ['--connect-to', rule])];
    const { stdout } = await dustpan(['probe', `http://${ADDRESS}/`, `http://${APEX}/`, ...flags]);
    expect(stdout).toMatch(/^ip +192\.0\.2\.1 broom\.example +confirmed +same bytes on 5 of 5 samples$/m);
  });

  test('a user name in a URL is of no concern to what is printed', async () => {
    const { stdout, requests } = await probe(
      'slash 404',
      `http://user:secret@${APEX}/docs/usage#x`,
      '--kind',
      'slash',
      '--json',
    );
    expect(stdout).not.toMatch(/secret|user|#x/);
    expect(requests[0]).toBe(`http://${APEX}/docs/usage`);
  });

  test.each([
    [['a b/c'], /"?a b\/c"? is neither a URL nor a host/],
    [['example.com/docs'], /neither a URL nor a host/],
    [['example.com', '--kind', 'slash,wrong'], /Choose from www, scheme/],
    [['example.com', '--budget', '0'], /at least 1/],
    [[], /give either sites to probe, such as example\.com, or a crawl file: --db FILE/],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await dustpan(['probe', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('a file is refused without a request, with the option for crawls', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.dustpan'), 'x');
    const { code, stdout, stderr } = await dustpan(['probe', 'a.dustpan'], '', folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'dustpan: a.dustpan is a file of this machine; to probe the sites of a crawl: dustpan probe --db a.dustpan\n',
    );
  });

  test('3 where nothing could be reached', async () => {
    const { code, stdout } = await dustpan(['probe', APEX, '--connect-to', '::127.0.0.1:1', '--no-robots']);
    expect(code).toBe(3);
    expect(stdout).toContain(
      'broom.example: not probed: no server accepts connections there; start the server, or check host and port',
    );
  });

  test('of many sites keeps no database of one in memory', async () => {
    const counting = `
      const { prototype } = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))});
      const { close } = prototype;
      let closed = 0;
      prototype.close = function () { closed++; return close.call(this); };
      process.on('exit', () => console.error(closed + ' closed'));`;
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'counting.cjs'), counting);
    const sites = ['http://127.0.0.1:1/', 'http://127.0.0.2:1/', 'http://127.0.0.3:1/'];
    const environment = { NODE_OPTIONS: `--require ${join(folder, 'counting.cjs')}` };
    const { stderr } = await start(['probe', ...sites], '', folder, environment).ended;
    expect(stderr).toBe('3 closed\n');
  });

  test('with --json, standard error says why a site was not probed', async () => {
    const { code, stdout, stderr } = await dustpan(['probe', 'http://127.0.0.1:1/', '--json']);
    expect(code).toBe(3);
    expect(ndjson(stdout)).toHaveLength(1);
    expect(stderr).toBe(
      [
        '127.0.0.1:1: not probed: no server accepts connections there; start the server, or check host and port',
        '1 request (1 for robots.txt)',
        '',
      ].join('\n'),
    );
  });

  test('interrupted, it prints what it knows and ends with 130', async () => {
    const site = SITES.find(({ name }) => name === 'slash removed by 301');
    const { connectTo, close, requests } = await serveSite((request) => {
      if (requests.length === 4) child.process.kill('SIGINT');
      return site?.answer(request) ?? { status: 500 };
    });
    onTestFinished(close);
    const rules = connectTo.flatMap((rule) => ['--connect-to', rule]);
    const child = start(['probe', `http://${APEX}/`, ...rules, '--kind', 'slash']);
    const { code, stdout } = await child.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^slash +broom\.example/m);
  });
});
