import { describe, expect, it } from 'vitest';
import { AccessLogEvidence } from '../../../crawler/evidence/access-log.ts';
import { logLines } from '../../../crawler/evidence/log-lines.ts';
import { logTime } from '../../../crawler/evidence/log-time.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';

const DATE = '17/May/2015:10:05:03 +0000';

function line(target: string, status: number, size: number | '-' = 1000, method = 'GET'): string {
  return `192.0.2.1 - - [${DATE}] "${method} ${target} HTTP/1.1" ${status} ${size} "-" "Agent"`;
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
    expect(await seen(line('/A', 200, 1000, 'HEAD'), line('/a', 200))).toEqual([]);
  });

  it('says nothing of a redirect without a parameter, which may lead anywhere', async () => {
    expect(await seen(line('/a?x=1', 301), line('/a?x=2', 301), line('/a', 200))).toEqual([]);
  });

  it('confirms a parameter by many pages of distinct sizes and two values', async () => {
    const pages = (count: number, sizeOf: (n: number) => number): string[] =>
      Array.from({ length: count }, (_, n) => n).flatMap((n) =>
        ['', '?sid=1', '?sid=2'].map((query) => line(`/p/${n}${query}`, 200, sizeOf(n))),
      );
    const verdicts = async (lines: readonly string[]): Promise<string[]> =>
      adjudicate(await learned(lines).finish(), THRESHOLDS).map(
        ({ kind, about, path, verdict }) => `${kind} ${about} ${path} ${verdict}`,
      );
    expect(await verdicts(pages(60, (n) => 1000 + n))).toEqual(['param sid /p/ confirmed']);
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
});

describe('the lines of a log', () => {
  const linesOf = async (...stretches: readonly string[]): Promise<(string | null)[]> => {
    const source = {
      stretches: (async function* () {
        for (const text of stretches) yield Buffer.from(text, 'latin1');
      })(),
    };
    return Array.fromAsync(logLines(source));
  };

  it('are whole wherever the stretches end, and bytes', async () => {
    expect(await linesOf('a\nb', 'c', '\n\nd\u00e4')).toEqual(['a', 'bc', '', 'd\u00e4']);
    expect(await linesOf('a\n')).toEqual(['a']);
    expect(await linesOf()).toEqual([]);
  });

  it('that are too long are none, and take no memory', async () => {
    const long = 'x'.repeat(40_000);
    expect(await linesOf(`a\n${long}`, long, long, `${long}\nb`)).toEqual(['a', null, 'b']);
    expect(await linesOf(`${long}${long}\nb\n${long}`, long)).toEqual([null, 'b', null]);
  });
});

describe('the time of a line', () => {
  it('is in seconds, its offset taken off', () => {
    expect(logTime('01/Jan/1970:02:00:01 +0200')).toBe(1);
    expect(logTime('01/Jan/1970:00:00:01 -0130')).toBe(5401);
  });

  it('is 0 where it is none', () => {
    expect(['', 'yesterday', '01/Foo/2015:00:00:00 +0000', '01/Jan/9999:00:00:00 +0000'].map(logTime)).toEqual([
      0, 0, 0, 0,
    ]);
  });
});
