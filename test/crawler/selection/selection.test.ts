/** Covers: crawler/selection/selection.ts, crawler/selection/start-of-tree.ts */
import { load } from 'cheerio/slim';
import { describe, expect, test } from 'vitest';
import { selectFrom } from '../../../crawler/selection/selection.ts';
import type { Selectors } from '../../../crawler/selection/selectors.ts';
import { readText } from '../page/html/read-text.ts';

const from = (html: string, selectors: Selectors) => selectFrom(html, load, selectors);
const values = (html: string, selector: string) => from(html, { select: { x: selector } }).fields['x'];

describe('select', () => {
  test.each([
    ['the text of elements, with collapsed white space', '<h1> a\n <b>b</b>\tc </h1><h1>d</h1>', 'h1', ['a b c', 'd']],
    ['decoded references', '<h1>a&amp;b&nbsp;&eacute;</h1>', 'h1', ['a&b\u00a0é']],
    ['an empty text', '<h1></h1>', 'h1', ['']],
    ['attributes as written', '<img src=" /a.png "><img><img src=/b.png>', 'img@src', [' /a.png ', '/b.png']],
    ['attributes with a colon or a hyphen', '<i xlink:href=a data-n=1>', 'i@xlink:href', ['a']],
    ['nothing', '<p>', 'h1', []],
    ['text without scripts and styles', '<p>a<script>b</script><style>c</style>d', 'p', ['ad']],
    ['the text of a script itself', '<script type="application/ld+json">{"a":1}</script>', 'script', ['{"a":1}']],
    ['elements whose attribute has an @', '<a href="mailto:a@b">x</a>', 'a[href*="@"]', ['x']],
    ['without user names and passwords', '<a href="http://ann:pw@h/">http://ann:pw@h/</a>', 'a@href', ['http://@h/']],
  ])('takes %s', (_, html, selector, expected) => {
    expect(values(html, selector)).toEqual(expected);
  });

  test('cuts long values and long lists, and says so', () => {
    const many = from('<p>x</p>'.repeat(2000), { select: { x: 'p' } });
    expect(many.fields['x']).toHaveLength(1000);
    expect(many.problem).toBe('selection-cut');
    const long = from(`<p>${'x '.repeat(50_000)}</p>`.repeat(20), { select: { x: 'p' } });
    expect(long.fields['x']?.map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 16 * 1024));
    expect(long.problem).toBe('selection-cut');
  });

  test('reads the first elements of a page with too many, and says so', () => {
    const { fields, problem } = from(`<h1>a</h1>${'<p>x</p>'.repeat(100_000)}<h1>b</h1>`, { select: { x: 'h1' } });
    expect({ fields, problem }).toEqual({ fields: { x: ['a'] }, problem: 'selection-cut' });
  });

  test('reads elements nested to any depth', () => {
    expect(values(`<h1>${'<b>'.repeat(20_000)}a</h1>`, 'h1')).toEqual(['a']);
  });
});

describe('follow', () => {
  test('takes the links in matching elements, and matching links', () => {
    const html = '<nav><a href=/n></a></nav><main><a href=/a></a><area href=/b><a></a></main><a class=x href=/c></a>';
    expect(from(html, { follow: 'main, .x' }).follow?.toSorted()).toEqual(['/a', '/b', '/c']);
    expect(from(html, { follow: 'footer' }).follow).toEqual([]);
    const frames =
      '<iframe src=/a></iframe><object data=/b><embed src=/c></object><frame src=/d><iframe href=/n></iframe>';
    expect(from(`<main>${frames}</main>`, { follow: 'main' }).follow).toEqual(['/a', '/b', '/c', '/d']);
    expect(from(html, { main: 'main' }).follow).toBeNull();
  });
});

describe('main and ignore', () => {
  const html = '<nav>menu</nav><main>a <p>b <i>c</i></p><div class=ad>buy<main>more</main></div></main><p>end';
  const plain = (text: string) => readText(text).text;

  test.each<[Selectors, string]>([
    [{ main: 'main' }, 'a b c buy more'],
    [{ main: 'main, p' }, 'a b c buy more end'],
    [{ main: 'main', ignore: '.ad' }, 'a b c'],
    [{ ignore: '.ad' }, 'menu a b c end'],
    [{ ignore: 'main' }, 'menu end'],
  ])('%j: the content is %j', (selectors, text) => {
    expect(from(html, selectors).text).toEqual(plain(text));
  });

  test('words end at tags, as in the text of the whole page', () => {
    const page = '<p>a<b>b</b>c &amp; d</p><script>x</script><template>y</template><noscript>z</noscript>';
    expect(from(page, { main: 'html, p' }).text).toEqual(plain('a b c &amp; d'));
  });

  test('the text of a shadow root counts, and is a part of the values around it', () => {
    const page = '<main>a <x-y><template shadowrootmode=open>b <p>c</p></template></x-y></main>';
    expect(from(page, { main: 'main' }).text).toEqual(plain('a b c'));
    expect(from(page, { select: { text: 'main' } }).fields['text']).toEqual(['a b c']);
  });

  test('images and frames count where the text does', () => {
    const embeds = '<img src=/1><iframe src=/2></iframe>';
    const whole = plain(`<p>a</p>${embeds}`);
    expect(whole?.embedded).not.toBeNull();
    expect(from(`<img src=/0><main><p>a</p>${embeds}</main>`, { main: 'main' }).text).toEqual(whole);
    expect(from(`<p>a</p>${embeds}<img class=ad src=/3>`, { ignore: '.ad' }).text).toEqual(whole);
  });

  test('a page without a main element keeps its default content', () => {
    expect(from('<p>a', { main: 'main' }).text).toBeNull();
  });
});
