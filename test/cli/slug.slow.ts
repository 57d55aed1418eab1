/** Covers: src/cli/options/list-option.ts */
import { describe, expect, test } from 'vitest';
import { dustpan, ndjson } from './dustpan.ts';

/** The names in the tables and the text of "Wikidot Normal Form". */
const WIKIDOT_NAMES = [
  'SCP-001',
  'User Curated Lists',
  "Kate McTiriss's Proposal",
  'FRAGMENT:some page (1)',
  'deleted:Spc 1059',
  ':fragment::page:',
  'some--page',
  '-spaghetti',
  '(TOP SECRET) Special File!',
  'fragment: !Page',
  '-category-:-page-',
  '_template',
  'fragment:_template',
  'fragment:_category:_template',
  '__template',
  'apple_',
  'fragment_:page',
  'category__:_fragment_:page_',
  'ě À Ö Ü',
  'fragment:-test',
  '_-template-',
];

/** A name for each rule of "document name to URL path segment", with its own letters. */
const HIPPO_NAMES = [
  '\tTab and\r\nline\x1f',
  'non\u00a0breakable \u00a0 space',
  'As-is_0.9',
  '\u00c0',
  '\u0100',
  'Хиппо Ελλάδα ẞ',
  ' leading and ending ',
  '!"#$%&\'()*+,-./:;<=>?@{|}~ end...',
  '¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿',
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
];

describe('slug', () => {
  test('prints a slug a line, in order, from arguments', async () => {
    const { code, stdout, stderr } = await dustpan([
      'slug',
      '--form',
      'wikidot',
      'SCP 173',
      '日本',
      'User Curated Lists',
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'scp-173\n\nuser-curated-lists\n', stderr: '' });
  });

  test('reads standard input, one name a line', async () => {
    const names = Array.from({ length: 30_000 }, (_, index) => `Seite ${index}: Größe`);
    const { code, stdout } = await dustpan(['slug', '--form', 'hippo'], names.join('\r\n'));
    expect(code).toBe(0);
    expect(stdout).toBe(names.map((_, index) => `seite-${index}-grosse\n`).join(''));
  });

  test('a BOM, the CR of CRLF and empty lines; bytes that are no UTF-8 are as in a URL', async () => {
    const input = Buffer.concat([Buffer.from('\ufeffCafé\r\n\n'), Buffer.from([0xe9, 0x0a]), Buffer.from('五\n\nB\r')]);
    const { stdout, stderr } = await dustpan(['slug', '--form', 'wikijump'], input);
    expect(stdout).toBe('café\n\ne9\n五\n\nb\n');
    expect(stderr).toMatch(/^1 line is not UTF-8; its bytes .*so its slug may be wrong; .*iconv.*\n$/);
  });

  test('says how many lines are not UTF-8, with every option', async () => {
    for (const option of ['--check', '--explain', '--quiet']) {
      const { stderr } = await dustpan(['slug', '--form', 'hippo', option], Buffer.from('\xe9\nab\n\xff', 'latin1'));
      if (option === '--quiet') expect(stderr).toBe('');
      else expect(stderr).toMatch(/^2 lines are not UTF-8; their bytes /);
    }
  });

  test.each([
    [['--form', 'wikijump'], 'Site-五 İ', 'site-五-i'],
    [['--form', 'hippo'], 'Tom & Jerry', 'tom-jerry'],
    [['--form', 'hippo', '--variant', 'document'], 'Tom & Jerry', 'tom-jerry'],
    [['--form', 'hippo', '--variant', 'upstream'], 'Tom & Jerry', 'tom--jerry'],
    [['--form', 'wikidot'], '/_default:_A', '_a'],
    [['--form', 'wikidot', '--no-step', 'drop-leading-slash,drop-default-category'], '_default:_A', '_default:_a'],
    [['--form', 'wikidot', '--no-step', 'drop-leading-slash', '--no-step', 'drop-default-category'], '/_A', 'a'],
  ])('%j: %s → %s', async (options, name, slug) => {
    const { stdout } = await dustpan(['slug', ...options, name]);
    expect(stdout).toBe(`${slug}\n`);
  });

  test('--json takes and gives a JSON string a line, so that any name is one', async () => {
    const names = ['line\nfeed', 'quote"', '\ud800', '', 'é\t'];
    const input = names.map((name) => JSON.stringify(name)).join('\n');
    const { code, stdout } = await dustpan(['slug', '--form', 'hippo', '--json'], input);
    expect(code).toBe(0);
    expect(ndjson(stdout)).toEqual(['linefeed', 'quote', '\ud800', '', 'e']);
    const argument = await dustpan(['slug', '--form', 'hippo', '--json', 'as it is\n']);
    expect(ndjson(argument.stdout)).toEqual(['as-it-is']);
  });

  test('--json gives null and a numbered error for a line that is no JSON string, and exit 1', async () => {
    const { code, stdout, stderr } = await dustpan(['slug', '--form', 'wikidot', '--json'], '"A"\nB\n7\n"C"');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '"a"\nnull\nnull\n"c"\n' });
    expect(stderr).toMatch(/^line 2: .*: B\nline 3: .*: 7\n$/);
  });

  test('--check says what is normal and what the others become, with exit 1 if there is one', async () => {
    const mixed = await dustpan(['slug', '--form', 'wikidot', '--check', 'scp-173', 'SCP 173']);
    expect(mixed).toMatchObject({ code: 1, stdout: 'normal\tscp-173\nbecomes\tscp-173\n' });
    const normal = await dustpan(['slug', '--form', 'wikidot', '--check', '_404', 'fragment:_template']);
    expect(normal.code).toBe(0);
    const json = await dustpan(['slug', '--form', 'wikidot', '--check', '--json', 'A']);
    expect(json).toMatchObject({ code: 1 });
    expect(ndjson(json.stdout)).toEqual([{ input: 'A', slug: 'a', normal: false }]);
  });

  test('--explain prints the steps of "Wikidot Normal Form" for its own examples', async () => {
    const { code, stdout } = await dustpan(['slug', '--form', 'wikidot', '--explain', '--', ...WIKIDOT_NAMES]);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot('../slug/golden/wikidot.txt');
  });

  test('--explain prints the rules of "document name to URL path segment" for its characters', async () => {
    const { code, stdout } = await dustpan(['slug', '--form', 'hippo', '--explain', '--', ...HIPPO_NAMES]);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot('../slug/golden/hippo-document.txt');
  });

  test('--explain --json gives the steps as objects', async () => {
    const { stdout } = await dustpan(['slug', '--form', 'hippo', '--explain', '--json', 'A b']);
    const [explained] = ndjson(stdout);
    expect(explained).toMatchObject({ input: 'A b', slug: 'a-b', form: 'hippo', variant: 'document' });
    expect(explained).toHaveProperty('steps.8', { step: 'convert-spaces', text: 'a-b' });
  });

  test('lets no escape sequence of a hostile name through to the terminal', async () => {
    const { stdout } = await dustpan(['slug', '--form', 'hippo', '--explain', '\u001b[31m\u202e']);
    expect(stdout).toContain('\\x1b[31m\\u202e');
    expect(stdout).not.toContain('\u001b');
  });

  test.each([
    [[], '--form'],
    [['--form', 'nonsense'], 'wikidot, wikijump, hippo'],
    [['--form', 'hippo', '--variant', 'nonsense'], 'document, upstream'],
    [['--form', 'wikijump', '--variant', 'document'], 'it has no variants'],
    [['--form', 'wikidot', '--no-step', 'nonsense'], 'drop-leading-slash, drop-default-category'],
    [['--form', 'wikidot', '--explain', '--check'], '--explain'],
  ])('refuses %j with exit 2 and says what there is', async (options, message) => {
    const { code, stdout, stderr } = await dustpan(['slug', ...options, 'name']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/ {4}at /);
  });
});
