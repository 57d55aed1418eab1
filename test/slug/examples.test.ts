/** Covers: src/slug/{hippo-document,hippo-tables,hippo-upstream,sections,text,wikidot,wikijump}.ts */
import { describe, expect, test } from 'vitest';
import { explain, hippo, wikidot, wikijump } from '../../src/slug.ts';
import hippoDocument from './examples/hippo-document.json' with { type: 'json' };
import hippoUpstream from './examples/hippo-upstream.json' with { type: 'json' };
import wikidotNames from './examples/wikidot.json' with { type: 'json' };
import wikijumpNames from './examples/wikijump.json' with { type: 'json' };

/** By their source: names, each with its slug. */
type Examples = Readonly<Record<string, readonly string[][]>>;

const FORMS: readonly (readonly [string, (name: string) => string, Examples])[] = [
  ['wikidot', (name) => wikidot(name), wikidotNames],
  ['wikijump', wikijump, wikijumpNames],
  ['hippo, the document', (name) => hippo(name), hippoDocument],
  ['hippo, upstream', (name) => hippo(name, { variant: 'upstream' }), hippoUpstream],
];

describe.each(FORMS)('%s', (_, slug, examples) => {
  describe.each(Object.entries(examples))('%s', (_source, pairs) => {
    test.each(pairs)('%j → %j', (name, expected) => {
      expect(slug(name ?? '')).toBe(expected);
    });
  });
});

describe('"Wikidot Normal Form", Underscores: the steps between a name and its slug', () => {
  test.each([
    ['__template', '_-template', '_template'],
    ['apple_', 'apple-', 'apple'],
    ['fragment_:page', 'fragment-:page', 'fragment:page'],
  ])('%s → %s → %s', (name, intermediate, slug) => {
    const steps = explain('wikidot', name);
    expect(steps.find(({ step }) => step === 'convert-underscores')?.text).toBe(intermediate);
    expect(steps.at(-1)?.text).toBe(slug);
  });
});
