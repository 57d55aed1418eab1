import { type CanonOptions, compile } from '../../src/index.ts';
import { median, timed } from './measure.ts';

const COUNT = 50_000;
const ROUNDS = 7;

/** The fact about www and the profile change all of these URLs, the fact about slashes half of them. */
const URLS = Array.from({ length: COUNT }, (_, n) => {
  const end = n % 2 === 0 ? '/' : '.html?page=1';
  return `https://example.com/articles/${n}/some-page-title${end}`;
});

const CASES: readonly (readonly [name: string, options: CanonOptions])[] = [
  ['a fact about www', { facts: [{ kind: 'www', host: 'example.com', value: 'add' }] }],
  ['a fact about slashes at the end', { facts: [{ kind: 'slash', host: 'example.com', value: 'remove' }] }],
  ['the profile changing', { profile: 'changing' }],
];

/** What URLs of a site with facts cost, beside the same URLs without facts, and beside `new URL`. */
export function benchFacts(print: (line: string) => void): void {
  const without = compile();
  for (const [name, options] of CASES) {
    const { key } = compile(options);
    const ratios: { readonly own: number; readonly plain: number; readonly platform: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const own = timed(() => URLS.forEach((url) => void key(url)));
      const plain = timed(() => URLS.forEach((url) => void without.key(url)));
      const platform = timed(() => URLS.forEach((url) => new URL(url).href));
      // The first round is for the compiler.
      if (round > 0) ratios.push({ own, plain: own / plain, platform: own / platform });
    }
    const figure = (of: 'own' | 'plain' | 'platform'): number => median(ratios.map((each) => each[of]));
    print(
      `${name}: ${((figure('own') * 1000) / COUNT).toFixed(2)} µs a URL, ${figure('plain').toFixed(0)}× as long as without, ${figure('platform').toFixed(1)}× as long as new URL`,
    );
  }
}
