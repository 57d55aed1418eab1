import { describe, expect, it } from 'vitest';
import { AccessLogEvidence } from '../../../crawler/evidence/access-log.ts';
import { boundedLines } from '../../../crawler/evidence/bounded-lines.ts';
import { logTime } from '../../../crawler/evidence/log-time.ts';
import { needsWith, THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';

const DATE = '17/May/2015:10:05:03 +0000';

function line(
  target: string,
  status: number,
  size: number | '-' = 1000,
  { method = 'GET', date = DATE }: { readonly method?: string; readonly date?: string } = {},
): string {
  return `192.0.2.1 - - [${date}] "${method} ${target} HTTP/1.1" ${status} ${size} "-" "Agent"`;
}

function learned(lines: readonly string[], host: string | null = 'example.com'): AccessLogEvidence {
  const learner = new AccessLogEvidence(host);
  for (const each of lines) learner.add(each);
  return learner;
}

async function seen(...lines: readonly string[]): Promise<string[]> {
  const evidence = await learned(lines).finish();
  return evidence.map(({ kind, about, path, target, supports, seen: what }) =>
    [kind, about, path, target, supports ? '+' : '-', what].filter((part) => part !== null).join(' '),
  );
}

function batchesOf(...stretches: readonly string[]): Promise<(readonly (string | null)[])[]> {
  const source = {
    stretches: (async function* () {
      for (const text of stretches) yield Buffer.from(text, 'latin1');
    })(),
  };
  return Array.fromAsync(boundedLines(source));
}

async function linesOf(...stretches: readonly string[]): Promise<(string | null)[]> {
  return (await batchesOf(...stretches)).flat();
}

const twice = (...lines: readonly string[]): string[] => [...lines, ...lines];

describe('a log', () => {
  it('shows the slash of a redirect beside a page', async () => {
    expect(await seen(line('/a', 301, 0), line('/a/', 200))).toEqual(['slash /a/ add + redirects']);
    expect(await seen(line('/a/', 301, 0), line('/a', 200))).toEqual(['slash /a remove + redirects']);
    expect(await seen(line('/a', 302, 0), line('/a/', 200))).toEqual([]);
    expect(await seen(line('/a', 301, 0), line('/a/', 404))).toEqual([]);
  });

  it('shows that the other form is gone', async () => {
    expect(await seen(line('/a', 404), line('/a/', 200))).toEqual(['slash /a/ - not-found']);
  });

  it('shows equal sizes, and sizes that are other each time they were asked for', async () => {
    expect(await seen(line('/a/index.html', 200), line('/a/', 200))).toEqual(['index index.html /a/ + same-size']);
    expect(await seen(line('/A', 200, 999), line('/a', 200))).toEqual([]);
    expect(await seen(...twice(line('/A', 200, 999), line('/a', 200)))).toEqual(['case /A - other-size']);
  });

  it('says nothing by a size that changes, is small or comes without a body', async () => {
    expect(await seen(line('/A', 200, 999), line('/A', 200, 1000), line('/a', 200))).toEqual([]);
    expect(await seen(line('/A', 200, 20), line('/a', 200, 20))).toEqual([]);
    expect(await seen(line('/A', 200, '-'), line('/a', 200, '-'))).toEqual([]);
    expect(await seen(line('/A', 304, 1000), line('/a', 200))).toEqual([]);
    expect(await seen(line('/A', 200, 1000, { method: 'HEAD' }), line('/a', 200))).toEqual([]);
  });

  it('says nothing of a redirect without a parameter, which may lead anywhere', async () => {
    expect(await seen(line('/a?x=1', 301), line('/a?x=2', 301), line('/a', 200))).toEqual([]);
  });

  it('confirms a parameter by many pages of distinct sizes and two values, only if the user sets a threshold', async () => {
    const pages = (count: number, sizeOf: (n: number) => number): string[] =>
      Array.from({ length: count }, (_, n) => n).flatMap((n) =>
        ['', '?sid=1', '?sid=2'].map((query) => line(`/p/${n}${query}`, 200, sizeOf(n))),
      );
    const verdicts = async (lines: readonly string[], needs = needsWith({ param: { log: 59 } })): Promise<string[]> =>
      adjudicate(await learned(lines).finish(), needs).map(
        ({ kind, about, path, verdict }) => `${kind} ${about} ${path} ${verdict}`,
      );
    expect(await verdicts(pages(60, (n) => 1000 + n))).toEqual(['param sid /p/ confirmed']);
    expect(
      await verdicts(
        pages(60, (n) => 1000 + n),
        THRESHOLDS,
      ),
    ).toEqual(['param sid /p/ undecided']);
    expect(await verdicts(pages(40, (n) => 1000 + n))).toEqual(['param sid /p/ undecided']);
    expect(await verdicts(pages(60, () => 1000))).toEqual([expect.stringMatching(/^param sid .* undecided$/)]);
    const one = [line('/p/x', 200, 5000), line('/p/x?sid=3', 200, 6000)];
    expect(await verdicts([...pages(60, (n) => 1000 + n), ...one])).toEqual([]);
    expect(await verdicts([...pages(60, (n) => 1000 + n), ...twice(...one)])).toContain('param sid /p/x/$ refuted');
  });

  it('that names its hosts needs no other name', async () => {
    const host = (name: string, rest: string): string => `${name} ${rest}`;
    const evidence = await learned(
      [host('a.example:443', line('/a', 301, 0)), host('a.example:443', line('/a/', 200))],
      null,
    ).finish();
    expect(evidence).toMatchObject([{ host: 'a.example', page: 'https://a.example/a/', by: 'log', at: 1431857103000 }]);
    expect(learned([line('/', 200)], null).lacksHost).toBe(true);
  });

  it('of anything else is counted and passed over', async () => {
    const noise = [
      '',
      'x'.repeat(70_000),
      '\0\u00ff'.repeat(100),
      line('/a', 200).slice(0, 40),
      line('/', 200).replace(' 200 ', ' 20x '),
    ];
    const learner = learned([
      ...noise,
      line('*', 200),
      line('http://[', 200),
      line(`/${'a'.repeat(3000)}`, 200),
      line('/', 200),
    ]);
    expect(learner.counts).toEqual({ lines: 9, requests: 3, unreadable: 4, passedOver: 1 });
    expect(await learner.finish()).toEqual([]);
  });

  it('lacks a host only where nothing names it', () => {
    expect(learned([line('/', 200)]).lacksHost).toBe(false);
    expect(learned([`a.example:80 ${line('/', 200)}`], null).lacksHost).toBe(false);
  });

  it('counts answers whose status and size stand right behind the request', () => {
    const common = line('/', 200).replace(' "-" "Agent"', '');
    expect(learned([common, `${common}\r`]).counts.requests).toBe(2);
    const other = [`${common}x`, `${common}\rx`, common.replace(' 200 1000', ' 20x 200 1000')];
    expect(learned(other).counts.requests).toBe(0);
  });

  it('shows the permanent redirect 308 and the page that is gone by 410', async () => {
    expect(await seen(line('/a', 308, 0), line('/a/', 200))).toEqual(['slash /a/ add + redirects']);
    expect(await seen(line('/a', 410), line('/a/', 200))).toEqual(['slash /a/ - not-found']);
  });

  it('says nothing of a URL whose status changes', async () => {
    expect(await seen(line('/a', 200), line('/a', 404), line('/a/', 200))).toEqual([]);
    expect(await seen(line('/a', 301, 0), line('/a', 200), line('/a/', 200))).toEqual([]);
  });

  it('compares the sizes of pages alone, and of 256 bytes or more', async () => {
    expect(await seen(line('/a', 302, 1000), line('/a/', 200, 1000))).toEqual([]);
    expect(await seen(...twice(line('/a', 302, 999), line('/a/', 200, 1000)))).toEqual([]);
    expect(await seen(...twice(line('/A', 200, 20), line('/a', 200)))).toEqual([]);
    expect(await seen(...twice(line('/A', 200), line('/a', 200, 20)))).toEqual([]);
    expect(await seen(line('/A', 200, 256), line('/a', 200, 256))).toEqual(['case /A + same-size']);
  });

  it('tells sizes apart only where both URLs were asked for more than once', async () => {
    expect(await seen(line('/A', 200, 999), ...twice(line('/a', 200)))).toEqual([]);
    expect(await seen(...twice(line('/A', 200, 999)), line('/a', 200))).toEqual([]);
  });

  it('shows the default of a parameter that one of two pages lacks', async () => {
    const same = [line('/l', 200), line('/l?page=1', 200)];
    expect(await seen(...same)).toEqual(['default-param page=1 /l + same-size']);
    const unclear = [line('/m', 200, 2000), line('/m?page=1', 200, 2001)];
    expect(await seen(...same, ...unclear)).toEqual([]);
  });

  it('takes each redirect for evidence, whatever the sizes of the pages', async () => {
    const redirects = ['/a', '/b'].flatMap((path) => [line(path, 301, 0), line(`${path}/`, 200)]);
    expect((await seen(...redirects)).toSorted()).toEqual(['slash /a/ add + redirects', 'slash /b/ add + redirects']);
  });

  it('passes over two index pages of one folder, of which none is known to stand for it', async () => {
    expect(await seen(line('/a/index.html', 200), line('/a/index.php', 200))).toEqual([]);
  });

  it('has the time of the later of two requests', async () => {
    const early = line('/a/', 200, 1000, { date: '17/May/2015:10:05:01 +0000' });
    const late = line('/a', 301, 0, { date: '17/May/2015:10:05:09 +0000' });
    expect(await learned([early, late]).finish()).toMatchObject([{ at: 1431857109000 }]);
  });

  it('compares thirty-two URLs with a page', async () => {
    const missing = Array.from({ length: 40 }, (_, n) => line(`/a?x=${n}`, 404));
    const against = await seen(line('/a', 200), ...missing);
    expect(against.filter((piece) => piece.startsWith('param '))).toHaveLength(32);
  });

  it('of a URL that is too long is counted, and says nothing of others', async () => {
    const ofLength = (length: number): string => {
      const start = 'http://example.com/';
      return `/${'a'.repeat(length - start.length)}`;
    };
    expect(learned([line(ofLength(2048), 200)]).counts.passedOver).toBe(0);
    expect(learned([line(ofLength(2049), 200)]).counts.passedOver).toBe(1);
    const same = [line('/a/index.html', 200), line('/a/', 200)];
    const found = ['index index.html /a/ + same-size'];
    expect(await seen(...same, line(ofLength(2049), 404))).toEqual(found);
    expect(await seen(...same, line('http://[', 404), line('http://[', 404))).toEqual(found);
  });

  it('of many URLs keeps them apart', async () => {
    const noise = Array.from({ length: 2000 }, (_, n) => line(`/p${n}`, 200));
    expect(await seen(...noise, line('/a', 301, 0), line('/a/', 200))).toEqual(['slash /a/ add + redirects']);
  });
});

describe('the lines of a log', () => {
  it('are whole wherever the stretches end, and bytes', async () => {
    expect(await linesOf('a\nb', 'c', '\n\nd\u00e4')).toEqual(['a', 'bc', '', 'd\u00e4']);
    expect(await linesOf('a\n')).toEqual(['a']);
    expect(await linesOf()).toEqual([]);
  });

  it('let the reader stop after each stretch, in the midst of a line too', async () => {
    expect(await batchesOf('a', 'b', 'c')).toEqual([[], [], [], ['abc']]);
  });

  it('that are too long are none, and take no memory', async () => {
    const long = 'x'.repeat(40_000);
    expect(await linesOf(`a\n${long}`, long, long, `${long}\nb`)).toEqual(['a', null, 'b']);
    expect(await linesOf(`${long}${long}\nb\n${long}`, long)).toEqual([null, 'b', null]);
  });
});

describe('a line of a log', () => {
  it('has 64 KiB at most', async () => {
    const most = 'x'.repeat(2 ** 16);
    expect(await linesOf(`${most}\n${most}`)).toEqual([most, most]);
    expect(await linesOf(`${most}x\n${most}x`)).toEqual([null, null]);
  });
});

describe('the time of a line', () => {
  it('is in seconds, its offset taken off', () => {
    expect(logTime('01/Jan/1970:02:00:01 +0200')).toBe(1);
    expect(logTime('01/Jan/1970:00:00:01 -0130')).toBe(5401);
  });

  it('is 0 if it is not a valid time', () => {
    expect(['', 'yesterday', '01/Foo/2015:00:00:00 +0000', '01/Jan/9999:00:00:00 +0000'].map(logTime)).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('is 0 where something stands around it, and outside of 1970 to 2038', () => {
    const time = '01/Jan/1970:00:00:01 +0000';
    expect([time, `x${time}`, `${time}x`, '31/Dec/1969:23:59:59 +0000'].map(logTime)).toEqual([1, 0, 0, 0]);
    const last = 2 ** 31 - 1;
    expect(['19/Jan/2038:03:14:07 +0000', '19/Jan/2038:03:14:08 +0000'].map(logTime)).toEqual([last, 0]);
  });
});
