/**
 * The laws of slugs, each over generated names. LAWS_RUNS sets how many; `npm run test:laws` runs a million.
 *
 * Covers: src/slug/{utf-8,writer}.ts
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySteps } from '../../src/slug/form.ts';
import { roomFor } from '../../src/slug/shortcut.ts';
import { compileSlug, SLUG_FORMS, slugOfSegment } from '../../src/slug.ts';
import { lawRuns } from '../law-runs.ts';
import { anyName } from '../slug/names.ts';

const numRuns = lawRuns(2000);
const check = <T>(property: fc.IProperty<T>): void => fc.assert(property, { numRuns });

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** A name that a line of UTF-8 may hold. */
const asLine = (name: string): string => name.toWellFormed().replaceAll('\n', '\t');

const SLUGGERS = SLUG_FORMS.flatMap(({ name, variant, steps }) => {
  const chosen = variant === null ? {} : { variant };
  const optional = steps.filter((step) => step.isOptional).map((step) => step.name);
  const choices = optional.length === 0 ? [[]] : [[], optional, ...optional.map((step) => [step])];
  return choices.map((noStep) => {
    const slugger = compileSlug(name, { ...chosen, noStep });
    return { title: [name, variant, ...noStep].filter((word) => word !== null).join(' '), slugger };
  });
});
const IDEMPOTENT = SLUGGERS.filter(({ slugger }) => slugger.form.variant !== 'upstream');

describe.each(SLUGGERS)('$title', ({ slugger }) => {
  const { form, steps, slug, slugLines, explain, isNormal } = slugger;

  test('the shortcut gives the same result as the steps', () => {
    let taken = 0;
    check(
      fc.property(anyName, (name) => {
        const line = asLine(name);
        const bytes = encoder.encode(line);
        const slugs = new Uint8Array(roomFor(bytes.length));
        const end = form.shortcut.write(bytes, 0, bytes.length, slugs, 0);
        if (end < 0) return;
        taken++;
        expect(decoder.decode(slugs.subarray(0, end))).toBe(applySteps(steps, line));
      }),
    );
    expect(taken).toBeGreaterThan(numRuns / 20);
  });

  test('the explanation ends in the slug', () => {
    check(
      fc.property(anyName, (name) => {
        expect(explain(name).at(-1)?.text).toBe(slug(name));
      }),
    );
  });

  test('a batch gives the same slugs as single calls, and no slug has a control character', () => {
    check(
      fc.property(fc.array(anyName.map(asLine), { minLength: 1, maxLength: 5 }), (names) => {
        const slugs = names.map(slug);
        const lines = slugLines(encoder.encode(names.map((name) => `${name}\n`).join('')));
        expect(decoder.decode(lines)).toBe(slugs.map((text) => `${text}\n`).join(''));
        // oxlint-disable-next-line no-control-regex -- what is not to be there
        expect(slugs.join('')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
      }),
    );
  });

  test('a path segment has a slug that is its own slug, or none', () => {
    check(
      fc.property(anyName, (name) => {
        const found = slugOfSegment(slugger, name);
        expect(found === null || (found !== '' && isNormal(found))).toBe(true);
      }),
    );
  });
});

describe.each(IDEMPOTENT)('$title', ({ slugger: { slug, isNormal } }) => {
  test('idempotent', () => {
    check(
      fc.property(anyName, (name) => {
        const once = slug(name);
        expect(slug(once)).toBe(once);
        expect(isNormal(once)).toBe(true);
      }),
    );
  });
});

test('hippo upstream: idempotent without marks and jamo; with them a second run never adds a letter or a mark', () => {
  const { slug } = compileSlug('hippo', { variant: 'upstream' });
  check(
    fc.property(anyName, (name) => {
      const once = slug(name);
      const twice = slug(once);
      const decomposed = once.normalize('NFD');
      if (!/[\p{M}\u1100-\u11ff]/u.test(decomposed)) expect(twice).toBe(once);
      else expect(twice.normalize('NFD').length).toBeLessThanOrEqual(decomposed.length);
    }),
  );
});

test('the characters that each form may contain', () => {
  const wikidot = compileSlug('wikidot');
  const wikijump = compileSlug('wikijump');
  const document = compileSlug('hippo');
  check(
    fc.property(anyName, (name) => {
      expect(wikidot.slug(name)).toMatch(/^$|^(?:_?[a-z0-9]+(?:-[a-z0-9]+)*|_)(?::(?:_?[a-z0-9]+(?:-[a-z0-9]+)*|_))*$/);
      expect(wikijump.slug(name)).toMatch(/^[\p{L}\p{N}:_-]*$/u);
      expect(wikijump.slug(name)).not.toMatch(/:.*:|^-|-$|--|-:|:-/);
      expect(document.slug(name)).not.toMatch(/[A-Z\u00a0-\u017f !-,/:-@[-^`{-~]|[.-]$/);
    }),
  );
});
