import { describe, expect, test } from 'vitest';
import { keySettings } from '../../crawler/key-settings.ts';
import {
  CanonOptionsError,
  compare,
  compile,
  definePass,
  type PassDefinition,
  PassDefinitionError,
  PassError,
  UnknownOptionError,
  UrlError,
} from '../../src/index.ts';

/** A valid pass, with changes. */
function pass(changes: Partial<PassDefinition> = {}): PassDefinition {
  return {
    name: 'drop-print',
    class: 'changing',
    summary: 'drops /print',
    apply: (url) => (/^\/print\/?$/.test(url.path) ? { ...url, path: '/' } : url),
    ...changes,
  };
}

describe('a custom pass', () => {
  test('runs with every profile, and is named by the trace', () => {
    for (const profile of ['preserving', 'standard', 'whatwg']) {
      const { canonicalize, trace, keyAndPass } = compile({ profile, passes: [pass()] });
      expect(canonicalize('http://a.example/print')).toBe('http://a.example/');
      expect(trace('http://a.example/print')).toMatchObject({ changes: [{ pass: 'drop-print', class: 'changing' }] });
      expect(keyAndPass('http://a.example/print')).toMatchObject({ pass: { name: 'drop-print' } });
    }
  });

  test('can be left out, for compare too', () => {
    const options = { passes: [pass()] };
    expect(compile({ ...options, noPass: ['drop-print'] }).key('http://a/print')).toBe('http://a/print');
    expect(compare('http://a/', 'http://a/print', options)).toEqual({
      same: true,
      class: 'changing',
      passes: ['drop-print'],
    });
  });

  test('runs after the last built-in pass of its class', () => {
    const passes = PASS_NAMES.map(([name, passClass]) => pass({ name, class: passClass }));
    const order = compile({ passes }).passes.map(({ name }) => name);
    expect(order.indexOf('own-a')).toBe(order.indexOf('drop-empty-userinfo') + 1);
    expect(order.indexOf('own-b')).toBe(order.indexOf('add-trailing-slash') + 1);
    expect(order.slice(-2)).toEqual(['drop-fragment', 'own-c']);
  });

  test('may leave work for the passes behind it', () => {
    const undone = pass({
      class: 'preserving',
      apply: (url) => (url.path === '/print' ? { ...url, path: '/x/../A' } : url),
    });
    const { trace } = compile({ passes: [undone], assume: ['case'] });
    const changes = ['drop-print', 'remove-dot-segments', 'lowercase-path'].map((name) => ({ pass: name }));
    expect(trace('https://a.example/print')).toMatchObject({ url: 'https://a.example/a', changes });
  });

  test('may leave work for earlier passes', () => {
    const undone = pass({
      apply: (url) => (url.path === '/print' ? { ...url, host: 'WWW.B.Example', path: '/x/../%7ea' } : url),
    });
    const { canonicalize } = compile({ passes: [undone], assume: ['www'] });
    expect(canonicalize('https://a.example/print')).toBe('https://b.example/~a');
  });

  test('that changes only the identity of the object changes nothing', () => {
    const { trace } = compile({ passes: [pass({ apply: (url) => ({ ...url }) })] });
    expect(trace('http://a.example/b')).toMatchObject({ changes: [] });
  });

  test('makes its version a part of the version of keys', () => {
    const settings = (...passes: readonly PassDefinition[]): string => keySettings({ passes });
    expect(settings(pass())).toBe('{"version":"1","passes":[{"name":"drop-print","class":"changing","version":"1"}]}');
    expect(settings(pass({ version: '2' }))).not.toBe(settings(pass()));
    expect(settings(definePass(pass()))).toBe(settings(pass()));
  });
});

const PASS_NAMES = [
  ['own-c', 'changing'],
  ['own-a', 'preserving'],
  ['own-b', 'usual'],
] as const;

describe('on a URL where it fails, an error is returned', () => {
  const parsed = { leading: '', scheme: 'http', separator: '://', userinfo: null, host: 'a', port: null };
  test.each<[string, PassDefinition['apply'], string]>([
    [
      'throws',
      () => {
        throw new RangeError('no http://ann:secret@h/');
      },
      'threw "RangeError: no http://',
    ],
    ['changes the URL that it got', (url) => Object.assign(url, { path: '/' }), 'threw "TypeError: Cannot assign'],
    ['is not idempotent', (url) => ({ ...url, path: `${url.path}a` }), 'is not idempotent'],
    ['makes the URL invalid', (url) => ({ ...url, port: '99999' }), 'returned an invalid URL (port-out-of-range)'],
    ['adds a line feed', (url) => ({ ...url, query: 'a\nb' }), 'returned a character that a URL must escape'],
    ['adds a letter beyond ASCII', (url) => ({ ...url, path: '/é' }), 'returned a character that a URL must escape'],
    // @ts-expect-error -- JavaScript can do this
    ['returns text', () => 'http://a/', 'did not return a parsed URL'],
    // @ts-expect-error -- JavaScript can do this
    ['returns nothing', () => undefined, 'did not return a parsed URL'],
    // @ts-expect-error -- JavaScript can do this
    ['returns null', () => null, 'did not return a parsed URL'],
    // @ts-expect-error -- JavaScript can do this
    ['returns only some parts', () => parsed, 'did not return a parsed URL'],
    // @ts-expect-error -- JavaScript can do this
    ['returns a path that is not a string', (url) => ({ ...url, path: 5 }), 'did not return a parsed URL'],
    // @ts-expect-error -- JavaScript can do this
    ['returns a query that is not a string', (url) => ({ ...url, query: 5 }), 'did not return a parsed URL'],
  ])('a pass that %s', (_, apply, problem) => {
    const canonicalizer = compile({ passes: [pass({ apply })] });
    for (const method of ['canonicalize', 'key', 'keyAndPass', 'trace'] as const) {
      const error = canonicalizer[method]('http://a.example/b');
      expect(error).toBeInstanceOf(PassError);
      expect(error).toBeInstanceOf(UrlError);
      expect(error).toMatchObject({
        code: 'pass-failed',
        pass: 'drop-print',
        message: expect.stringContaining(problem),
      });
      expect(JSON.stringify(error)).not.toContain('secret');
    }
  });

  test('two passes that undo each other', () => {
    const there = pass({ name: 'to-b', apply: (url) => (url.path === '/a' ? { ...url, path: '/b' } : url) });
    const more = pass({
      name: 'to-c',
      apply: (url) => (url.path.length > 9 ? url : { ...url, path: `${url.path.replace(/^\/b/, '/a')}x` }),
    });
    const back = pass({ name: 'to-a', apply: (url) => (url.path === '/b' ? { ...url, path: '/a' } : url) });
    expect(compile({ passes: [there, back] }).canonicalize('http://h/a')).toBe('http://h/a');
    expect(compile({ passes: [there, more] }).canonicalize('http://h/a')).toBeInstanceOf(PassError);
  });

  test.each(PASS_NAMES)('a pass %s that insists on a spelling that no key has', (name, passClass) => {
    const spelled = (changes: object): PassDefinition =>
      pass({
        name,
        class: passClass,
        apply: (url) => (url.asciiHost === 'b.example' ? { ...url, ...changes } : url),
      });
    for (const changes of [{ scheme: 'HTTP' }, { host: 'B.example' }, { port: '80' }, { path: '/%7e' }]) {
      const options = { passes: [spelled(changes)] };
      for (const found of ['http://b.example/', 'HTTP://B.example:80/']) {
        const error = compile(options).key(found);
        expect(error, JSON.stringify(changes)).toBeInstanceOf(PassError);
        expect(error).toMatchObject({ message: expect.stringContaining('undo the changes of each other') });
      }
    }
  });

  test('other URLs keep their keys', () => {
    const picky = pass({
      apply: (url) => {
        if (url.path === '/bad') throw new Error('bad');
        return url;
      },
    });
    const { key } = compile({ passes: [picky] });
    expect(key('http://a/bad')).toBeInstanceOf(PassError);
    expect(key('http://a/good')).toBe('http://a/good');
  });
});

describe('a definition is refused with the remedy', () => {
  test.each<[object, string]>([
    [{ name: 'Drop Print' }, '"Drop Print" is not a name for a pass; write lowercase words'],
    [{ name: undefined }, 'the name is not a name for a pass'],
    [{ class: 'usul' }, 'the pass drop-print has no valid class; did you mean "usual"?'],
    [{ summary: '' }, 'the pass drop-print has no summary'],
    [{ apply: 'x' }, 'the pass drop-print has no function apply'],
    [{ name: 'print!' }, '"print!" is not a name for a pass'],
    [{ class: undefined }, 'the pass drop-print has no valid class'],
    [{ summary: 5 }, 'the pass drop-print has no summary'],
    [{ needs: 'slach' }, 'the pass drop-print needs an unknown kind of fact; did you mean "slash"?'],
    [{ needs: {} }, 'the pass drop-print needs an unknown kind of fact; choose from www'],
    [{ version: 2 }, 'the version of the pass drop-print is not valid'],
    [{ version: '1 2' }, 'the version of the pass drop-print is not valid'],
    [{ version: '2!' }, 'the version of the pass drop-print is not valid'],
    [{ examples: 'http://a/' }, 'the examples of the pass drop-print are not a list of URLs before and after'],
    [{ examples: [null] }, 'the examples of the pass drop-print are not a list'],
    [{ examples: ['http://a/'] }, 'the examples of the pass drop-print are not a list'],
    [{ examples: [{ before: 'http://a/' }] }, 'the examples of the pass drop-print are not a list'],
    [{ examples: [{ after: 'http://a/' }] }, 'the examples of the pass drop-print are not a list'],
  ])('%j', (changes, message) => {
    const define = (): unknown => Reflect.apply(definePass, undefined, [{ ...pass(), ...changes }]);
    expect(define).toThrow(PassDefinitionError);
    expect(define).toThrow(message);
    expect(() => compile({ passes: [{ ...pass(), ...changes }] })).toThrow(PassDefinitionError);
  });

  test('every field may be given', () => {
    const whole = {
      ...pass({ name: 'fold-b', version: 'v10.a_b', needs: null, reference: 'the handbook' }),
      examples: [{ before: 'http://a/print', after: 'http://a/' }],
    };
    expect(definePass(whole)).toEqual(whole);
    expect(definePass(pass({ name: 'print' })).name).toBe('print');
  });

  test('with an unknown field', () => {
    const define = (): unknown => Reflect.apply(definePass, undefined, [{ ...pass(), need: 'www' }]);
    expect(define).toThrow(UnknownOptionError);
    expect(define).toThrow('unknown option "need" of definePass; did you mean "needs"?');
  });

  test('with the name of another pass', () => {
    const both =
      (...passes: readonly PassDefinition[]) =>
      (): unknown =>
        compile({ passes });
    expect(both(pass({ name: 'sort-query' }))).toThrow(CanonOptionsError);
    expect(both(pass({ name: 'sort-query' }))).toThrow('passes[0]: sort-query is the name of a built-in pass');
    expect(both(pass(), pass())).toThrow('passes[1]: another custom pass has the name drop-print too');
  });
});
