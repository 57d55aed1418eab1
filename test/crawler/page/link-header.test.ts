import { describe, expect, it } from 'vitest';
import { type HeaderLink, parseLinkHeader } from '../../../crawler/page/link-header.ts';

const summary = (links: readonly HeaderLink[]): string[] => links.map((link) => `${link.target} ${link.rel.join('+')}`);

describe('a Link header, by RFC 8288', () => {
  it('gives target, relations and parameters', () => {
    expect(
      parseLinkHeader('<https://example.com/a>; rel="canonical"; Type=text/html; title="A, b; \\"c\\" \\\\ d"'),
    ).toEqual([
      {
        target: 'https://example.com/a',
        rel: ['canonical'],
        anchor: null,
        params: new Map([
          ['rel', 'canonical'],
          ['type', 'text/html'],
          ['title', 'A, b; "c" \\ d'],
        ]),
      },
    ]);
  });

  const read: [header: string, links: string[]][] = [
    ['<a>; rel=next, <b>; rel=prev', ['a next', 'b prev']],
    ['<a>;rel=next,<b>;rel=prev', ['a next', 'b prev']],
    ['<a,b;c>; rel="x"', ['a,b;c x']],
    ['<>; rel=self', [' self']],
    ['< a >; rel=self', [' a  self']],
    ['<a> \t; \t rel \t= \t canonical \t, <b>;rel=x', ['a canonical', 'b x']],
    ['<a>; REL="Canonical  NEXT"', ['a canonical+next']],
    ['<a>; rel=one; rel=two', ['a one']],
    ['<a>; title="x, <no>; rel=no"; rel=yes', ['a yes']],
    ['<a>;; rel=x;', ['a x']],
    ['<a>; rel="https://example.com/Rel a"', ['a https://example.com/rel+a']],
    ['<a>; async; rel=x', ['a x']],
  ];
  it.each(read)('reads %s', (header, links) => {
    expect(summary(parseLinkHeader(header))).toEqual(links);
  });

  const forgiven: [header: string, links: string[]][] = [
    ['', []],
    [',,, ,', []],
    ['junk', []],
    ['<a>', []],
    ['<a>; rel', []],
    ['<a>; rel=""', []],
    ['<a; rel=x', []],
    ['junk, <a>; rel=x', ['a x']],
    ['<a>; rel=x junk, <b>; rel=y', ['a x+junk', 'b y']],
    ['<a>; rel="x" junk, <b>; rel=y', ['a x', 'b y']],
    ['<a> rel=no, <b>; rel=y', ['b y']],
    ['<a>; rel="x', ['a x']],
    ['<a>; rel="x\\', ['a x']],
    ['<a>; =y; rel=x', ['a x']],
  ];
  it.each(forgiven)('tolerates %j', (header, links) => {
    expect(summary(parseLinkHeader(header))).toEqual(links);
  });

  it('reports an anchor, so that a canonical of another context does not count for the page', () => {
    const [link] = parseLinkHeader('<a>; rel=canonical; anchor="#part"; anchor=other');
    expect(link?.anchor).toBe('#part');
  });

  it('reads several fields separately', () => {
    expect(summary(parseLinkHeader(['<a>; rel="x', '<b>; rel=y, <c>;rel=z']))).toEqual(['a x', 'b y', 'c z']);
    expect(parseLinkHeader([])).toEqual([]);
  });

  it.each(['<', '<,', '<a>,', '<a>;', '<a>;x=', '<a>;"', ';', ',', ' ', '<a>;rel="\\"', '"', '<a>; rel=x,', '='])(
    'reads a megabyte of %s',
    (piece) => {
      const links = parseLinkHeader(piece.repeat(1_000_000 / piece.length));
      expect(links.length).toBe(
        piece.endsWith('rel=x,') ? Math.floor(1_000_000 / piece.length) : piece.includes('\\') ? 1 : 0,
      );
    },
  );
});
