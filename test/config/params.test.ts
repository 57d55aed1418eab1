/** Covers: config/params/*.ts */
import { describe, expect, test } from 'vitest';
import { loadParamLists } from '../../config/params/load.ts';
import { compile } from '../../src/index.ts';
import { fileWith, problemsOf } from './files.ts';

interface Loaded {
  readonly read: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly canonicalize: (url: string) => unknown;
}

async function load(...contents: readonly unknown[]): Promise<Loaded> {
  const { rules, reports } = await loadParamLists(contents.map((content) => fileWith(content, 'list')));
  const leftOut = Object.fromEntries(reports.flatMap((report) => [...report.leftOut]));
  const read = reports.reduce((sum, report) => sum + report.read, 0);
  return { read, leftOut, canonicalize: compile({ params: { rules } }).canonicalize };
}

/** Each line: a URL and what becomes of it, or one that stays. */
function expectUrls({ canonicalize }: Loaded, urls: readonly (readonly [string, string?])[]): void {
  for (const [before, after = before] of urls) expect([before, canonicalize(before)]).toEqual([before, after]);
}

describe('a plain list', () => {
  test('a name a line, a prefix with *, comments', async () => {
    const list = await load('# mine\r\nfrom\r\nshare_*  # all of them\r\n\r\nq%C3%A9\r\n');
    expect(list).toMatchObject({ read: 3, leftOut: {} });
    expectUrls(list, [
      ['http://a.com/?from=1&id=2&share_by=x&share_', 'http://a.com/?id=2'],
      ['http://a.com/?From=1&fromage=2&share=3'],
      ['http://a.com/?q%c3%a9=1', 'http://a.com/'],
    ]);
  });

  test('names the lines that are no name', async () => {
    expect(await problemsOf(fileWith('from\na b\nc=d\n*\n', 'names.txt'), (file) => loadParamLists([file]))).toEqual([
      'names.txt: line 2: "a b" is not a parameter name; write one name per line, as in URLs',
      'names.txt: line 3: "c=d" is not a parameter name; write one name per line, as in URLs',
      'names.txt: line 4: "*" is not a parameter name; write one name per line, as in URLs',
    ]);
  });
});

describe('the format of ClearURLs', () => {
  const shop = {
    urlPattern: '^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop(?:\\.[a-z]{2,}){1,}',
    completeProvider: false,
    rules: ['pf_rd_[a-z]*', 'qid', '(?:%3F)?via(?:_[a-z]*)?'],
    referralMarketing: ['tag'],
    rawRules: ['\\/ref=[^/?]*'],
    exceptions: ['^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop\\.example\\/basket'],
    redirections: ['^https?:\\/\\/shop\\.example\\/go\\?to=([^&]*)'],
    forceRedirection: false,
  };

  test('drops by provider, ignoring case, but for its exceptions', async () => {
    const list = await load({ providers: { shop, everywhere: { urlPattern: '.*', rules: ['clickid'] } } });
    expect(list).toMatchObject({
      read: 5,
      leftOut: { 'that rewrite the URL itself': 1, 'that unwrap redirects': 1 },
    });
    expectUrls(list, [
      ['http://www.shop.co.uk/x?qid=1&PF_RD_p=2&tag=3&id=4&via_mail', 'http://www.shop.co.uk/x?id=4'],
      ['http://www.shop.example/basket?qid=1&clickid=2', 'http://www.shop.example/basket?qid=1'],
      ['http://other.example/?qid=1&ClickID=2', 'http://other.example/?qid=1'],
      ['http://other.example/shop.example?qid=1'],
      ['http://www.shop.example/?qidx=1&xqid=2'],
    ]);
  });

  test('an exception for some queries of a page is one for the page', async () => {
    const exceptions = ['^https?:\\/\\/a\\.com\\/[^?]*\\?.*sig=', 'b\\.com\\/(?:x|y[?&]z)'];
    const list = await load({ providers: { p: { urlPattern: '.*', rules: ['from'], exceptions } } });
    expectUrls(list, [
      ['http://a.com/x?from=1&sig=2'],
      ['http://a.com/x?from=1'],
      ['http://b.com/?from=1'],
      ['http://c.com/?from=1', 'http://c.com/'],
    ]);
  });

  test('leaves out what cannot be told, and counts it', async () => {
    const list = await load({
      providers: {
        ahead: { urlPattern: '^https?://(?!www)', rules: ['a', 'b'] },
        query: { urlPattern: '^https?://a\\.com/\\?x=', rules: ['c'] },
        choice: { urlPattern: '.*', rules: ['d'], exceptions: ['a|b\\?'] },
        rules: { urlPattern: '.*', rules: ['(e)\\1', 'f'.repeat(3000), 'g'] },
        blocked: { urlPattern: 'ads', completeProvider: true },
      },
    });
    expect(list).toMatchObject({
      read: 1,
      leftOut: {
        'with a pattern that RE2 does not support': 4,
        'that depend on the query': 2,
        'that block whole sites': 1,
      },
    });
    expectUrls(list, [['http://a.com/?a&b&c&d&g', 'http://a.com/?a&b&c&d']]);
  });

  test('says where the file is none', async () => {
    const readOne = (file: string): Promise<unknown> => loadParamLists([file]);
    expect(await problemsOf(fileWith({ providers: { p: { rules: 'x' } } }, 'c.json'), readOne)).toEqual([
      'c.json: providers.p.urlPattern: is missing; write text in quotes',
      'c.json: providers.p.rules: is text; write a list in [ ]',
    ]);
    expect(await problemsOf(fileWith({ rules: [] }, 'c.json'), readOne)).toEqual([
      'c.json: providers: is missing; write an object in { }',
    ]);
    expect(await problemsOf(fileWith('{"providers": {', 'c.json'), readOne)).toEqual([
      expect.stringMatching(/^c\.json: is not valid JSON/),
    ]);
  });
});

describe('$removeparam rules', () => {
  const adguard = (...lines: readonly string[]): Promise<Loaded> => load(['! Title: a list', ...lines].join('\n'));

  test('by name, for a host and all below it, or for all', async () => {
    expectUrls(await adguard('$removeparam=from', '||a.com^$removeparam=via', '||b.com^$document,removeparam=sid'), [
      ['http://x.com/?from=1&via=2', 'http://x.com/?via=2'],
      ['http://www.a.com/?from=1&via=2&From=3', 'http://www.a.com/?From=3'],
      ['http://nota.com/?via=2'],
      ['http://b.com/?sid', 'http://b.com/'],
    ]);
  });

  test('by pattern, matched against name=value', async () => {
    expectUrls(await adguard('$removeparam=/^at_[a-z]{2\\,3}=/', '||a.com^$removeparam=/^(?:ref|src)=feed$/i'), [
      ['http://x.com/?at_ab=1&at_abcd=2&at_a=3', 'http://x.com/?at_abcd=2&at_a=3'],
      ['http://a.com/?REF=feed&src=news', 'http://a.com/?src=news'],
    ]);
  });

  test('by path, with wildcards, separators and anchors', async () => {
    const list = await adguard(
      '||a.com/news/*/item^$removeparam=x',
      '|https://b.com/$removeparam=x',
      '/blog/$removeparam=y',
      '/^https?:\\/\\/c[0-9]+\\.com\\//$removeparam=z',
    );
    expectUrls(list, [
      ['http://www.a.com/news/1/item?x', 'http://www.a.com/news/1/item'],
      ['http://www.a.com/news/1/items?x'],
      ['https://b.com/a?x', 'https://b.com/a'],
      ['http://b.com/a?x'],
      ['http://d.com/blog/1?y', 'http://d.com/blog/1'],
      ['http://c12.com/?z', 'http://c12.com/'],
    ]);
  });

  test('by site: domain=, with exceptions and any public suffix', async () => {
    expectUrls(await adguard('$removeparam=x,domain=a.com|~b.a.com', '||c.com^$removeparam=x,from=www.c.com|d.*'), [
      ['http://a.com/?x', 'http://a.com/'],
      ['http://b.a.com/?x'],
      ['http://www.c.com/?x', 'http://www.c.com/'],
      ['http://c.com/?x'],
      ['http://www.d.co.uk/?x'],
    ]);
    expectUrls(await adguard('$removeparam=x,domain=d.*|~z.d.*'), [
      ['http://www.d.co.uk/?x', 'http://www.d.co.uk/'],
      ['http://z.d.com/?x'],
      ['http://e.d.x.com/?x'],
    ]);
  });

  test('exceptions keep a parameter, or all of a page, the built-in list included', async () => {
    const rules = [
      '$removeparam=x',
      '@@||a.com^$removeparam=x',
      '@@||b.com/go$removeparam',
      '@@||c.com/*?q=$removeparam=x',
    ];
    expectUrls(await adguard(...rules), [
      ['http://a.com/?x&utm_id=1', 'http://a.com/?x'],
      ['http://b.com/go?x&utm_id=1'],
      ['http://b.com/?x', 'http://b.com/'],
      ['http://c.com/?x'],
    ]);
  });

  test('~ names all but one', async () => {
    expectUrls(await adguard('||a.com^$removeparam=~id', '||b.com^$removeparam=~/^id=/'), [
      ['http://a.com/?id=1&x=2', 'http://a.com/?id=1'],
      ['http://b.com/?id=1&x=2&idx=3', 'http://b.com/?id=1'],
    ]);
  });

  test('leaves out what is not about pages or cannot be told, and counts it', async () => {
    const list = await adguard(
      '||a.com^$removeparam=ok',
      '||a.com^$script,removeparam=a',
      '||a.com^$xmlhttprequest,document,removeparam=also',
      '||a.com^$third-party,removeparam=b',
      '||a.com^$removeparam',
      'ref=x^$removeparam=ref',
      '||a.com/b|$removeparam=c',
      '$removeparam=/(?<=a)b/',
      '||a.com^$removeparam=d',
      '||a.com^$removeparam=d,badfilter',
      '||a.com^$script',
      'a.com##.ad',
    );
    expect(list).toMatchObject({
      read: 2,
      leftOut: {
        'for other requests than pages': 1,
        'with the option third-party': 1,
        'that remove whole queries': 1,
        'that depend on the query': 2,
        'with a pattern that RE2 does not support': 1,
        'that another rule disables': 1,
      },
    });
    expectUrls(list, [['http://a.com/b?ok&a&b&c&d&ref=x', 'http://a.com/b?a&b&c&d&ref=x']]);
  });

  test('a list without such rules is refused', async () => {
    const file = fileWith('! Title: ads\n||a.com^$script\n', 'ads.txt');
    expect(await problemsOf(file, (name) => loadParamLists([name]))).toEqual([
      'ads.txt: is a filter list without $removeparam rules; choose another list',
    ]);
  });
});

test('lists of several formats add up', async () => {
  const list = await load('from\n', '||a.com^$removeparam=via', {
    providers: { p: { urlPattern: '.*', rules: ['x'] } },
  });
  expectUrls(list, [['http://a.com/?from&via&x&id', 'http://a.com/?id']]);
});

test('hostile lists take no longer than their length: no line or pattern is tried again and again', async () => {
  const started = process.threadCpuUsage();
  await load(`$removeparam=${'$,'.repeat(500_000)}`);
  await load(`! x\n${'\n'.repeat(1_000_000)}$removeparam=a`);
  await load(`! x\n${`${'$'.repeat(2000)}$removeparam=a\n`.repeat(200)}`);
  const list = await load('$removeparam=/^(?:a+)+$/\n$removeparam=/(?:.*x){20}y/');
  list.canonicalize(`http://a.com/?${'a'.repeat(100_000)}!=1&${'x'.repeat(100_000)}`);
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(5000);
});

test('a path without its list is refused', async () => {
  const loading = (): Promise<unknown> => Reflect.apply(loadParamLists, undefined, ['names.txt']);
  await expect(loading()).rejects.toThrow(
    new TypeError('the files of loadParamLists are not a list of paths; write them in [ ]'),
  );
});
