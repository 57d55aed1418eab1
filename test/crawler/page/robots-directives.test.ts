import { describe, expect, it } from 'vitest';
import { parseRobotsMeta, parseRobotsTag } from '../../../crawler/page/robots-directives.ts';

const tag = (value: string | readonly string[]): string[] =>
  parseRobotsTag(value).map(({ agent, directives }) => `${agent ?? 'all'}: ${directives.join(' | ')}`);

describe('X-Robots-Tag', () => {
  const read: [value: string | string[], rules: string[]][] = [
    ['noindex', ['all: noindex']],
    ['NOINDEX , nofollow', ['all: noindex | nofollow']],
    ['googlebot: nofollow', ['googlebot: nofollow']],
    ['otherbot : noindex, nofollow', ['otherbot: noindex | nofollow']],
    [
      'noindex, GoogleBot: nofollow, none, bing-bot: all',
      ['all: noindex', 'googlebot: nofollow | none', 'bing-bot: all'],
    ],
    [
      ['googlebot: nofollow', 'noindex'],
      ['googlebot: nofollow', 'all: noindex'],
    ],
    ['*: noindex', ['all: noindex']],
    ['max-snippet: 20, max-image-preview :large', ['all: max-snippet:20 | max-image-preview:large']],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST', ['all: unavailable_after:25 jun 2010 15:00:00 pst']],
    [
      'noarchive, unavailable_after: Sat, 25 Jun 2010 15:00:00 GMT, noindex',
      ['all: noarchive | unavailable_after:sat, 25 jun 2010 15:00:00 gmt | noindex'],
    ],
    [
      'bot: unavailable_after: Jun 25, 2010, 15:00, nofollow',
      ['bot: unavailable_after:jun 25, 2010, 15:00 | nofollow'],
    ],
    ['unavailable_after: 2010-06-25T15:00:00Z', ['all: unavailable_after:2010-06-25t15:00:00z']],
    ['noindex, noindex', ['all: noindex']],
    ['', []],
    [' , ,', []],
    ['bot:', []],
    [': noindex', ['all: :noindex']],
  ];
  it.each(read)('%j', (value, rules) => {
    expect(tag(value)).toEqual(rules);
  });
});

describe('meta for robots', () => {
  it.each([
    ['robots', 'NoIndex,nofollow', { from: 'meta', agent: null, directives: ['noindex', 'nofollow'] }],
    ['GoogleBot-News', 'noindex', { from: 'meta', agent: 'googlebot-news', directives: ['noindex'] }],
    ['bingbot', 'max-snippet: 0', { from: 'meta', agent: 'bingbot', directives: ['max-snippet:0'] }],
    ['CCBot', 'noai, NoImageAI', { from: 'meta', agent: 'ccbot', directives: ['noai', 'noimageai'] }],
    ['robots', 'what is this', { from: 'meta', agent: null, directives: ['what is this'] }],
    ['robots', ' , ', null],
    ['description', 'noindex is a word', null],
    ['keywords', 'index.html, crawling', null],
  ])('%s: %s', (name, content, directives) => {
    expect(parseRobotsMeta(name, content)).toEqual(directives);
  });
});
