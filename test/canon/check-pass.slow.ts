/** Covers: src/canon/made-urls.ts */
import { join } from 'node:path';
import { createJiti } from 'jiti';
import { describe, expect, test } from 'vitest';
import { madeUrls } from '../../src/canon/made-urls.ts';
import { checkPass, type PassDefinition, PassLawError, parseUrl, UrlError } from '../../src/index.ts';

function pass(apply: PassDefinition['apply'], passClass: PassDefinition['class'] = 'changing'): PassDefinition {
  return { name: 'mine', class: passClass, summary: 'for a test', apply };
}

function raise(): never {
  throw new Error('no');
}

function broken(definition: PassDefinition): PassLawError {
  try {
    checkPass(definition, { urls: 3000 });
  } catch (error) {
    if (error instanceof PassLawError) return error;
    throw error;
  }
  throw new Error('holds to all laws');
}

test('the example holds to the laws', async () => {
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    alias: { dustpan: join(import.meta.dirname, '../../src/index.ts') },
  });
  const { dropPrintView } = await jiti.import<{ readonly dropPrintView: PassDefinition }>(
    '../../examples/extensions/drop-print-view.ts',
  );
  const examples = ['https://news.example/a/print', 'https://news.example/print/print', 'https://news.example/print/'];
  expect(checkPass(dropPrintView, { urls: 3000, examples })).toMatchObject({ changed: 3, parts: { path: 3 } });
});

test.each([{ urls: Number.NaN }, { urls: -1 }, { urls: 0 }, { urls: 1.5 }, { urls: '9' }, { seed: Number.NaN }])(
  '%j is refused, and nothing is checked',
  (options) => {
    let calls = 0;
    const counting = pass((url) => {
      calls++;
      return url;
    });
    expect(() => Reflect.apply(checkPass, undefined, [counting, options])).toThrow(TypeError);
    expect(calls).toBe(0);
  },
);

describe('a pass that breaks a law is refused with the counterexample', () => {
  test('total', () => {
    const error = broken(pass((url) => (decodeURIComponent(url.path) === '' ? { ...url, path: '/' } : url)));
    expect(error).toMatchObject({ law: 'total', code: 'pass-law' });
    const [input = ''] = error.counterexample;
    const url = parseUrl(input);
    expect(() => decodeURIComponent(url instanceof UrlError ? '' : url.path)).toThrow(URIError);
  });

  test('idempotent', () => {
    expect(broken(pass((url) => ({ ...url, path: url.path.replace('//', '/') }))).law).toBe('idempotent');
  });

  test('idempotent together with the passes of a profile', () => {
    const growing = pass((url) => (url.path.startsWith('/b') ? { ...url, path: `/c/..${url.path}b` } : url));
    expect(broken(growing).law).toBe('idempotent');
  });

  test.each<[law: string, apply: PassDefinition['apply'], facts: object]>([
    ['total', () => raise(), {}],
    ['idempotent', (url) => ({ ...url, path: `${url.path}x` }), {}],
    ['total', (url, { www }) => (www === null ? url : raise()), { facts: { www: 'add' } }],
    ['example', (url) => url, {}],
  ])('%s, on its own example', (law, apply, facts) => {
    const examples = [{ before: 'https://a.example/', after: 'https://a.example/x', ...facts }];
    const error = broken({ ...pass(apply), examples });
    expect(error.law).toBe(law);
    expect(error.counterexample[0]).toBe('https://a.example/');
  });

  test('refining', () => {
    const picky = pass((url) => (url.path.includes('/./') ? { ...url, host: 'b.example' } : url), 'preserving');
    const { law, counterexample } = broken(picky);
    expect(law).toBe('refining');
    expect(new Set(counterexample).size).toBe(2);
  });

  test('linear', () => {
    const slow = pass((url) => {
      let count = 0;
      for (let i = 0; i < url.path.length; i += 8) for (let j = 0; j < url.path.length; j++) count += i ^ j;
      return count === -1 ? { ...url } : url;
    });
    expect(broken(slow).law).toBe('linear');
  });

  test('class', () => {
    expect(broken(pass((url) => (url.fragment === null ? url : { ...url, fragment: null }), 'preserving')).law).toBe(
      'class',
    );
    expect(broken(pass((url) => (url.query === null ? url : { ...url, query: null }), 'usual')).law).toBe('class');
    const lower = pass((url) => ({ ...url, scheme: url.protocol }), 'preserving');
    expect(checkPass(lower, { urls: 3000 })).toMatchObject({ isClassChecked: true });
  });
});

test('the same seed makes the same URLs, and most are valid', () => {
  const first = [...madeUrls(5000, 7)];
  expect([...madeUrls(5000, 7)]).toEqual(first);
  expect([...madeUrls(5000, 8)]).not.toEqual(first);
  expect(first).toHaveLength(5000);
  expect(first.filter((url) => !(parseUrl(url) instanceof UrlError)).length).toBeGreaterThan(3000);
});

test('a pass that changes the URL it got throws', () => {
  const { law, message } = broken(pass((url) => Object.assign(url, { fragment: null })));
  expect(law).toBe('total');
  expect(message).toContain('Cannot assign to read only property');
});
