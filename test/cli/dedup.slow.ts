/**
 * Covers: src/cli/io/output-files.ts, src/cli/options/dedup-options.ts
 * Covers: src/cli/render/{dedup-summary,duplicate-lines}.ts, src/dedup/report.ts
 * Covers: src/lists/{heading,source}.ts
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { entriesOf, readText } from '../lists/formats/reading.ts';
import { dustpan, type Ended, ndjson, temporaryFolder } from './dustpan.ts';

const LIST = '\ufeffhttp://a/\r\n\r\njunk\nhttp://A/#x\nhttps://a/\nhttp://b/?q=é\nhttp://b/?q=%C3%A9';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface RunIn extends Ended {
  /** What a file of the folder holds now. */
  readonly read: (name: string) => string;
  readonly names: readonly string[];
}

/** Runs the command in a folder with these files. */
async function dedup(
  args: readonly string[],
  files: Files = { 'l.txt': LIST },
  input: string | Uint8Array = '',
): Promise<RunIn> {
  const folder = folderWith(files);
  const ended = await dustpan(['dedup', ...args], input, folder);
  return { ...ended, names: readdirSync(folder).toSorted(), read: (name) => readFileSync(join(folder, name), 'utf8') };
}

function folderWith(files: Files): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe.concurrent('lines', () => {
  test('one of each stays as it was found, with all that is no URL, and the summary accounts for every line', async () => {
    const { code, stdout, stderr, read } = await dedup(['l.txt']);
    expect(code).toBe(1);
    expect(stdout).toBe('\ufeffhttp://a/\r\n\r\njunk\nhttps://a/\nhttp://b/?q=é\n');
    expect(stderr).toMatch(/^l\.txt:3: [^\n]*: junk\n6 in = 3 kept \+ 2 merged \+ 1 not a URL/);
    expect(stderr).toMatch(/1 more duplicate if http:\/\/ and https:\/\/ serve the same pages/);
    expect(read('l.txt')).toBe(LIST);
  });

  test.each([
    [['--keep', 'last'], 'http://x/#1\nhttp://x/\nhttps://y\nhttps://y/\n', 'http://x/\nhttps://y/\n'],
    [['--keep', 'shortest'], 'http://x/#1\nhttp://x/\nhttp://x\n', 'http://x\n'],
    [['--emit', 'canonical'], 'http://X/a b#1\njunk\n', 'http://x/a%20b\n'],
    [['--emit', 'key', '--no-pass', 'encode-unsafe'], 'http://x/ü\n', 'http://x/%C3%BC\n'],
    [['--unique'], 'http://x/\nhttp://y/\nhttp://x\n', 'http://y/\n'],
    [['--duplicates'], 'http://x/\nhttp://y/\nhttp://x\njunk\n', 'http://x/\n'],
    [['--count'], 'http://x/\nhttp://y/\nhttp://x\n', '      2 http://x/\n      1 http://y/\n'],
    [
      ['--count', '--json'],
      'http://x#1\n',
      '{"url":"http://x#1","key":"http://x/","file":"standard input","line":1,"count":1}\n',
    ],
    [['--input-format', 'lines'], 'url,b\nhttp://x/\n', 'url,b\nhttp://x/\n'],
    [
      ['--input-format', 'jsonl', '--field', 'page.at'],
      '{"page":{"at":"http://x/"}}\n{"page":{"at":"http://x"}}\n',
      '{"page":{"at":"http://x/"}}\n',
    ],
    [['--input-format', 'html', '--base', 'http://x/'], '<a href="a">1</a><a href="/a#b">2</a>', 'http://x/a\n'],
    [['--memory', '1M'], 'http://x/\nhttp://x\n', 'http://x/\n'],
  ])('%j: %j → %j', async (args, input, output) => {
    const { stdout, stderr } = await dedup(args, {}, input);
    expect(stdout, stderr).toBe(output);
  });

  test('of links that a site cannot merge under the profile, it names neither --probe nor --facts', async () => {
    const hint = async (profile: string): Promise<string | undefined> =>
      (await dedup(['--profile', profile], {}, 'http://a/\nhttps://a/\n')).stderr.split('\n').at(-2);
    expect(await hint('standard')).toBe(
      '  (check with --probe, or state it with --assume scheme or --facts FILE; --undecided FILE lists the links)',
    );
    expect(await hint('usual')).toBe('  (state it with --assume scheme; --undecided FILE lists the links)');
  });

  test('of links that need several facts, it names all of them, and they merge the links', async () => {
    const list = 'http://a.example/b\nhttp://www.a.example/b/\n';
    const { stderr } = await dedup([], {}, list);
    expect(stderr).toContain(
      '1 more duplicate if hosts serve the same pages with and without www., and a trailing slash makes no difference\n',
    );
    expect(stderr).toContain('--assume www,slash or');
    expect((await dedup(['--assume', 'www,slash'], {}, list)).stderr).toContain('1 kept + 1 merged');
    const mixed = await dedup([], {}, `${list}https://a.example/b\n`);
    expect(mixed.stderr).toContain('1 more duplicate if http:// and https:// serve the same pages\n');
    expect(mixed.stderr).toMatch(/2 more duplicates if hosts .* www\., and a trailing slash .*, and http:.* pages\n/);
  });

  test('--json sums up in one object', async () => {
    const { stderr } = await dedup(['--json', 'l.txt']);
    expect(JSON.parse(stderr)).toMatchObject({
      in: 6,
      kept: 3,
      merged: 2,
      rejected: 1,
      rejects: { kept: 0, written: 0, leftOut: 1, collapsed: 0, withoutScheme: 0 },
      printed: 3,
      inOtherList: 0,
      undecided: { scheme: 1, together: 1 },
    });
  });

  test.each([
    [
      [],
      'kept in the output; --rejects FILE removes them, --collapse-rejects removes repeats',
      'junk\nwww.a.com\r\njunk\r\n',
      '',
    ],
    [
      ['--collapse-rejects'],
      '2 kept in the output, 1 repeat removed; --rejects FILE removes them',
      'junk\nwww.a.com\r\n',
      '',
    ],
    [['--rejects', 'r'], 'written to r; --collapse-rejects removes repeats', '', 'junk\nwww.a.com\r\njunk\r\n'],
    [['--rejects', 'r', '--collapse-rejects'], '2 written to r, 1 repeat removed', '', 'junk\nwww.a.com\r\n'],
    [['--unique'], 'left out; --rejects FILE collects them', '', ''],
  ])('%j: lines that are not URLs are %s', async (args, fate, stdout, written) => {
    const list = 'junk\nwww.a.com\r\njunk\r\nhttp://b/\n';
    const ran = await dedup([...args, 'l.txt'], { 'l.txt': list, r: '' });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toBe(`${stdout}http://b/\n`);
    expect(ran.read('r')).toBe(written);
    expect(ran.stderr).toContain(`\n3 lines are not URLs: ${fate}\n`);
    expect(ran.stderr).toContain('\n  1 of these looks like a URL without a scheme: --default-scheme https ');
  });

  test('files beside the output: rejects, groups, undecided; and the output appears when all is done', async () => {
    const outputs = ['-o', 'out', '--rejects', 'rejects', '--groups', 'groups', '--undecided', 'undecided'];
    const { code, stdout, read, names } = await dedup(['l.txt', ...outputs], { 'l.txt': LIST, out: 'old' });
    expect([code, stdout, read('rejects')]).toEqual([1, '', 'junk\n']);
    expect(read('out')).toBe('\ufeffhttp://a/\r\n\r\nhttps://a/\nhttp://b/?q=é\n');
    expect(ndjson(read('groups'))).toEqual([
      {
        key: 'http://a/',
        kept: 'http://a/',
        members: [
          { url: 'http://a/', file: 'l.txt', line: 1, class: 'identical', passes: [] },
          {
            url: 'http://A/#x',
            file: 'l.txt',
            line: 4,
            class: 'changing',
            passes: ['lowercase-host', 'drop-fragment'],
          },
        ],
      },
      expect.objectContaining({ key: 'http://b/?q=%C3%A9', kept: 'http://b/?q=é' }),
    ]);
    expect(ndjson(read('undecided'))).toEqual([
      { needs: ['scheme'], urls: ['http://a/', 'https://a/'], keys: ['http://a/', 'https://a/'] },
    ]);
    expect(names).toEqual(['groups', 'l.txt', 'out', 'rejects', 'undecided']);
  });

  test('what is known of sites comes from a file', async () => {
    const facts = JSON.stringify({ version: 1, facts: [{ kind: 'www', host: 'a.example', value: 'remove' }] });
    const list = 'http://www.a.example/\nhttp://a.example/\nhttp://www.b.example/\nhttp://b.example/\n';
    const { stdout, stderr } = await dedup(['--facts', 'facts.json', 'l.txt'], { 'l.txt': list, 'facts.json': facts });
    expect(stdout, stderr).toBe('http://www.a.example/\nhttp://www.b.example/\nhttp://b.example/\n');
  });

  test('little memory: the same output, by way of a temporary file', async () => {
    const list = Array.from(
      { length: 24_000 },
      (_, i) => `http://a.example/${(i * 7919) % 16_000}${i % 2 ? '#x' : ''}\n`,
    ).join('');
    const folder = folderWith({ 'l.txt': list });
    const [plain, spilled] = await Promise.all(
      [[], ['--memory', '1M']].map((more) => dustpan(['dedup', '--json', ...more, 'l.txt'], '', folder)),
    );
    expect(spilled?.stdout === plain?.stdout).toBe(true);
    expect([plain?.stderr, spilled?.stderr].map((text) => JSON.parse(text ?? ''))).toEqual([
      expect.objectContaining({ spilled: false, kept: 16_000, merged: 8000 }),
      expect.objectContaining({ spilled: true, kept: 16_000, merged: 8000 }),
    ]);
  });
});

describe.concurrent('several lists', () => {
  test('are one, told by content and name, gzipped or not, standard input among them', async () => {
    const members = Buffer.concat([gzipSync('http://a/\nhttp'), gzipSync('://b/')]);
    const files = { 'a.gz': members, 'b.txt': 'http://c/\nhttp://a', 'c.txt': '\ufeffhttp://d/\n' };
    const { stdout, code } = await dedup(['a.gz', '-', 'b.txt', 'c.txt'], files, gzipSync('http://b/#x\nhttp://e/'));
    expect([stdout, code]).toEqual(['http://a/\nhttp://b/\nhttp://e/\nhttp://c/\nhttp://d/\n', 0]);
  });

  test('two hundred at once', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}.txt`, `http://a/\nhttp://b/${i}\n`]));
    const { stdout, code } = await dedup(Object.keys(files), files);
    expect([stdout.split('\n').length - 1, code]).toEqual([201, 0]);
  });

  test('tables keep their columns and have one heading; BOM and CRLF stay', async () => {
    const files = {
      'a.csv': '\ufeffname,url\r\n"A, B",http://a/\r\nC,http://c/',
      'b.csv': '\ufeffname,url\r\nD,http://a\r\nE,"http://e/"\r\nnone,\r\n',
      'empty.csv': '',
    };
    const { stdout, code } = await dedup(['empty.csv', 'a.csv', 'b.csv'], files);
    expect([stdout, code]).toEqual(['name,url\r\n"A, B",http://a/\r\nC,http://c/\nE,"http://e/"\r\nnone,\r\n', 0]);
  });

  test('lines with mistakes: the summary tells, --clean splits and trims them', async () => {
    const files = { 'l.txt': 'http://a/ http://b/\nhttp://c/x.\nhttp://c/x\nhttp://c/x.\n' };
    const told = await dedup(['l.txt'], files);
    expect(told.stdout).toBe('http://a/ http://b/\nhttp://c/x.\nhttp://c/x\n');
    expect(told.stderr).toContain(
      '\n1 line holds more than one URL (first: line 1), 2 end in punctuation (first: line 2): --clean splits and trims them\n',
    );
    const cleaned = await dedup(['--clean', 'l.txt'], files);
    expect(cleaned.stdout).toBe('http://a/\nhttp://b/\nhttp://c/x\n');
    expect(cleaned.stderr).toMatch(/^5 in = 3 kept \+ 2 merged/);
    expect(cleaned.stderr).toContain(
      '\ncleaned: 1 line held more than one URL (first: line 1), 2 ended in punctuation',
    );
    const { stderr } = await dedup(['--json', 'l.txt'], files);
    expect(JSON.parse(stderr)).toMatchObject({
      mistakes: {
        severalUrls: { lines: 1, first: { file: 'l.txt', line: 1 } },
        punctuation: { lines: 2, first: { file: 'l.txt', line: 2 } },
      },
      cleaned: false,
    });
  });

  test('--clean adds URLs to the list of --against without the mistakes of either', async () => {
    const { read, stdout } = await dedup(['--clean', '--against', 'seen', '--append', 'new'], {
      seen: '<http://a/>\n',
      new: 'http://a/, http://b/x.\n',
    });
    expect([stdout, read('seen')]).toEqual(['http://b/x\n', '<http://a/>\nhttp://b/x\n']);
  });

  test('--clean has no effect on tables, and says so', async () => {
    const files = { 't.csv': 'url\nhttp://a/,\n' };
    const { stdout, stderr } = await dedup(['--clean', 't.csv'], files);
    expect(stdout).toBe(files['t.csv']);
    expect(stderr).toContain('\n--clean has no effect on csv: it applies to lists with one URL per line\n');
    const refused = await dedup(['--clean', '--input-format', 'csv', 't.csv'], files);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'dustpan: --clean has no effect on csv: it applies to lists with one URL per line\n',
    ]);
  });

  test('tables with several URL columns: the summary names the others, --column silences it', async () => {
    const files = { 't.csv': 'url,canonical\nhttp://a/,http://b/\n', 'u.csv': 'x,y\nhttp://a/,http://b/\n' };
    expect((await dedup(['t.csv'], files)).stderr).toContain(
      '\ncolumn url; canonical holds URLs too: --column canonical\n',
    );
    expect((await dedup(['--column', 'url', 't.csv'], files)).stderr).not.toContain('column');
    expect(await dedup(['u.csv'], files)).toMatchObject({
      code: 2,
      stderr: 'dustpan: u.csv: columns x and y hold URLs; choose one with --column x\n',
    });
    const { stderr } = await dedup(['--json', 't.csv'], files);
    expect(JSON.parse(stderr)).toMatchObject({
      columns: [{ file: 't.csv', column: 'url', holdsUrls: true, others: ['canonical'] }],
    });
  });

  test('an OPML file stays one, with all outlines that hold others; their URLs count in other outputs', async () => {
    const folder = '<outline type="link" text="Blogs" url="https://a.example/blogs.opml">';
    const [feed, again, leaf] = [
      '\n  <outline text="B" xmlUrl="https://b.example/rss" htmlUrl="https://b.example/"/>',
      '\n  <outline text="B again" xmlUrl="https://B.example/rss" htmlUrl="https://b.example/blog"/>',
      '\n<outline text="Blogs" url="https://a.example/blogs.opml"></outline>',
    ];
    const opml = (...outlines: readonly string[]): string =>
      `<?xml version="1.0"?>\n<opml version="2.0"><body>${outlines.join('')}</body></opml>\n`;
    const files = { 'a.opml': opml(folder, feed, again, '</outline>', leaf) };
    const whole = await dedup(['a.opml'], files);
    expect(whole).toMatchObject({ code: 0, stdout: opml(folder, feed, '</outline>', leaf) });
    expect(whole.stderr).toMatch(/^3 in = 2 kept \+ 1 merged \+ 0 not URLs/);
    const listed = await dedup(['a.opml', '--emit', 'canonical'], files);
    expect(listed.stdout).toBe('https://a.example/blogs.opml\nhttps://b.example/rss\n');
    expect(listed.stderr).toMatch(/^4 in = 2 kept \+ 2 merged \+ 0 not URLs/);
    const rest = await dedup(['--against', 'a.opml'], files, 'https://a.example/blogs.opml\nhttps://c.example/\n');
    expect(rest.stdout).toBe('https://c.example/\n');
  });

  test('of several formats give a URL a line', async () => {
    const files = { 'a.csv': 'url,b\nhttp://a/,1\n', 'b.md': '# links\n\n[b](http://b/) [a](http://a)\n' };
    const { stdout } = await dedup(['a.csv', 'b.md'], files);
    expect(stdout).toBe('http://a/\nhttp://b/\n');
  });

  test('the lines of an access log need no site; URLs made of them do, unless the log names it', async () => {
    const line = (path: string, host = ''): string =>
      `${host}192.0.2.7 - - [22/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 512 "-" "-"\n`;
    const log = line('/a?utm_source=x') + line('/b') + line('/a');
    const files = { 'a.log': log, 'l.txt': 'https://a.example/b\n', 'h.log': line('/a', 'a.example:443 ') };
    const as = { code: 0, stdout: line('/a?utm_source=x') + line('/b') };
    expect(await dedup(['a.log'], files)).toMatchObject(as);
    expect(await dedup(['a.log', '--against', 'h.log'], files)).toMatchObject(as);
    const refusal =
      'dustpan: a.log: the access log does not name its site; name it with --base, such as dedup LOG --base https://example.com --emit canonical\n';
    for (const args of [
      ['a.log', '--emit', 'canonical'],
      ['a.log', '--json'],
      ['a.log', '--count'],
      ['a.log', '--groups', 'groups.ndjson'],
      ['a.log', '--undecided', 'undecided.ndjson'],
      ['a.log', '--probe'],
      ['a.log', '--check'],
      ['a.log', '--against', 'l.txt'],
      ['a.log', 'l.txt'],
    ]) {
      const { code, stdout, stderr, names } = await dedup(args, files);
      expect([args, code, stdout, stderr, names]).toEqual([args, 2, '', refusal, ['a.log', 'h.log', 'l.txt']]);
    }
    const based = await dedup(['a.log', '--base', 'https://a.example', '--emit', 'canonical'], files);
    expect(based).toMatchObject({ code: 0, stdout: 'https://a.example/a\nhttps://a.example/b\n' });
    const named = await dedup(['h.log', '--emit', 'canonical'], files);
    expect(named).toMatchObject({ code: 0, stdout: 'https://a.example/a\n' });
  });

  test('--against leaves out what a list has; --append adds the rest to it once', async () => {
    const files = {
      'seen.txt': 'http://a/\nhttp://b/',
      'new.txt': '# mine\nhttp://c/\n\nhttp://a\nhttp://C/#x\nhttp://d/',
    };
    const folder = folderWith(files);
    const args = ['dedup', '--against', 'seen.txt', '--append', 'new.txt'];
    const first = await dustpan(args, '', folder);
    expect([first.stdout, first.code]).toEqual(['# mine\nhttp://c/\n\nhttp://d/', 1]);
    expect(first.stderr).toMatch(/5 in = 2 kept \+ 1 merged \+ 1 in the other list \+ 1 not a URL/);
    const seen = 'http://a/\nhttp://b/\nhttp://c/\nhttp://d/';
    expect(readFileSync(join(folder, 'seen.txt'), 'utf8')).toBe(seen);
    await dustpan(args, '', folder);
    expect(readFileSync(join(folder, 'seen.txt'), 'utf8')).toBe(seen);
  });

  test('a wiki that is told by its host: its pages are known by their slugs', async () => {
    const host = 'http://scp-wiki.wikidot.com';
    const { stdout, stderr } = await dedup([], {}, `${host}/SCP_173\n${host}/scp-173\n${host}/SCP--173!\n`);
    expect(stdout).toBe(`${host}/SCP_173\n`);
    expect(stderr).toMatch(/2 +slug-path +changing/);
  });

  test('--append starts a list that is not there yet', async () => {
    const { read, stdout } = await dedup(['--against', 'seen.txt', '--append'], {}, 'http://a/\nhttp://A/\n');
    expect([stdout, read('seen.txt')]).toEqual(['http://a/\n', 'http://a/\n']);
  });

  test('--append adds to a list that is named .gz, but is not gzipped', async () => {
    const { read } = await dedup(['--against', 'seen.gz', '--append'], { 'seen.gz': 'http://a/\n' }, 'http://b/\n');
    expect(read('seen.gz')).toBe('http://a/\nhttp://b/\n');
  });

  test('--append adds the rows of a table, and no second heading', async () => {
    const { read, stdout } = await dedup(['--against', 'seen.csv', '--append', 'new.csv'], {
      'seen.csv': 'url,n\nhttp://a/,1\n',
      'new.csv': 'url,n\nhttp://a,2\nhttp://b/,3\n',
    });
    expect([read('seen.csv'), stdout]).toEqual(['url,n\nhttp://a/,1\nhttp://b/,3\n', 'url,n\nhttp://b/,3\n']);
  });
});

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="5">Reading &amp; more</H3>
    <DL><p>
        <DT><A HREF="http://a.example/?x&amp;y" ADD_DATE="200" LAST_MODIFIED="10" TAGS="é,two">A</A>
        <DT><A HREF="http://b.example/" ADD_DATE="300">B</A>
    </DL><p>
    <DT><H3>Later</H3>
    <DL><p>
        <DT><A HREF="HTTP://A.example/?x&amp;y#top" ADD_DATE="100" LAST_MODIFIED="20" TAGS="two,three">A again</A>
        <DD>What it says
        <DT><A HREF="mailto:me@a.example">Me</A>
    </DL><p>
</DL><p>
`;

describe.concurrent('--check', () => {
  test('names the duplicates of each list by file and line, and writes nothing', async () => {
    const files = {
      'a.txt': 'http://x/#1\nhttp://y/\nhttp://X/\nhttp://y/\n',
      'b.txt': 'http://x/\n',
      'c.md': '[y](http://y) <http://y/?>',
    };
    const { code, stdout, stderr, names, read } = await dedup(['--check', 'a.txt', 'b.txt', 'c.md'], files);
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toEqual([
      'a.txt:3: http://X/ is a duplicate of line 1, http://x/#1 (drop-fragment, lowercase-host)',
      'a.txt:4: http://y/ is a duplicate of line 2, http://y/ (identical)',
      expect.stringMatching(/^c\.md:1: http:\/\/y\/\? is a duplicate of line 1, http:\/\/y \(.*drop-empty-query.*\)$/),
    ]);
    expect(stderr).toBe('3 duplicates in 2 of 3 lists\n');
    expect([names, read('a.txt')]).toEqual([['a.txt', 'b.txt', 'c.md'], files['a.txt']]);
  });

  test('is content with lists without duplicates, also if a line is not a URL', async () => {
    const { code, stdout, stderr } = await dedup(['--check', 'l.txt'], {
      'l.txt': '# links\nhttp://x/\n\n/relative\n',
    });
    expect([code, stdout, stderr]).toEqual([0, '', '0 duplicates in 0 of 1 list\n']);
  });

  test('prints the groups as JSON, and text of lists without control characters', async () => {
    const files = { 'l.txt': 'http://x/\nhttp://x/#\x1b[31m\n' };
    const { stdout } = await dedup(['--check', '--json', 'l.txt'], files);
    expect(ndjson(stdout)).toMatchObject([{ key: 'http://x/', members: [{ line: 1 }, { line: 2 }] }]);
    const { stdout: text } = await dedup(['--check', 'l.txt'], files);
    expect(text).not.toContain('\x1b');
  });

  test.each([['--output', 'a'], ['--keep', 'last'], ['--against', 'l.txt'], ['--probe'], ['--groups', 'g']])(
    'refuses %s, which would have no effect',
    async (...option) => {
      const { code, stderr } = await dedup(['--check', 'l.txt', ...option]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('has no effect with --check')]);
    },
  );
});

describe.concurrent('documents stay what they were', () => {
  test('a bookmark file: folders stay, tags and dates of merged bookmarks go to the one that stays', async () => {
    const { stdout, read } = await dedup(['b.html', '--groups', 'groups'], { 'b.html': BOOKMARKS });
    expect(stdout.split('\n').filter((line) => /<(?:DL|\/DL|DT><H3|H1|TITLE|META)/.test(line))).toEqual(
      BOOKMARKS.split('\n').filter((line) => /<(?:DL|\/DL|DT><H3|H1|TITLE|META)/.test(line)),
    );
    expect(entriesOf(readText('bookmarks', stdout)).map(({ url, place }) => [url, place])).toEqual([
      ['http://a.example/?x&y', 'Reading & more'],
      ['http://b.example/', 'Reading & more'],
      ['mailto:me@a.example', 'Later'],
    ]);
    expect(stdout).toContain(
      'HREF="http://a.example/?x&amp;y" ADD_DATE="100" LAST_MODIFIED="20" TAGS="é,two,three">A</A>\n        <DD>What it says',
    );
    expect(ndjson(read('groups'))).toMatchObject([
      {
        members: [
          { place: 'Reading & more', line: 8 },
          { place: 'Later', line: 13 },
        ],
      },
    ]);
    expect(read('groups')).not.toContain('bytes');
  });

  test.each([
    [
      'f.opml',
      '<opml version="2.0"><body>\n<outline text="F">\n  <outline xmlUrl="http://a/"/>\n  <outline xmlUrl="http://A"/>\n</outline>\n</body></opml>\n',
      '<opml version="2.0"><body>\n<outline text="F">\n  <outline xmlUrl="http://a/"/>\n</outline>\n</body></opml>\n',
    ],
    [
      's.xml',
      '<urlset>\n <url><loc>http://a/?b&amp;c</loc></url>\n <url><loc>http://a/?b&amp;c#d</loc></url>\n</urlset>\n',
      '<urlset>\n <url><loc>http://a/?b&amp;c</loc></url>\n</urlset>\n',
    ],
    [
      'l.jsonl',
      '{"url":"http://a/","n":1}\n{"n":2,"url":"http://a"}\n"http://b/"\n',
      '{"url":"http://a/","n":1}\n"http://b/"\n',
    ],
    ['l.md', '[a](http://a/ "x") and <http://a>\n', 'http://a/\n'],
    [
      'a.log',
      '1.2.3.4 - - [17/May/2015:10:05:03 +0000] "GET /x HTTP/1.1" 200 1\n1.2.3.4 - - [17/May/2015:10:05:04 +0000] "GET /%78 HTTP/1.1" 200 1\n',
      '1.2.3.4 - - [17/May/2015:10:05:03 +0000] "GET /x HTTP/1.1" 200 1\n',
    ],
  ])('%s', async (name, before, after) => {
    const { stdout, code } = await dedup([name], { [name]: before });
    expect([stdout, code]).toEqual([after, 0]);
  });
});

const BAD_GZIP = Buffer.from('\x1f\x8b\x08junk', 'latin1');
const GZIP = gzipSync('http://a/\n'.repeat(50_000));
const FACTS: Files = { 'l.txt': 'http://a/\n', 'f.json': '{"version":1,"facts":[]}' };
const GOOD: Files = {
  'l.txt': 'http://a/\n',
  't.csv': 'name,link\nx,http://a/\n',
  'u.csv': 'link,name\nhttp://a/,x\n',
  'p.gz': GZIP,
  packed: GZIP,
  mac: 'http://a/\r',
  out: 'old',
};

describe.concurrent('what cannot be done is refused with the remedy, exit 2, and nothing is left behind', () => {
  test.each<[string, readonly string[], RegExp, Files?]>([
    ['a missing file', ['l.txt', 'none.txt'], /none\.txt does not exist/],
    ['a folder', ['.'], /is a folder; name the files in it/],
    ['a folder to write to', ['l.txt', '-o', '.'], /is a folder; name a file/],
    ['no such folder', ['l.txt', '-o', 'no/out'], /the folder does not exist/],
    [
      'a missing column',
      ['t.csv', '--column', 'url', '-o', 'out'],
      /t\.csv: no column url; the columns are name, link; choose one with --column/,
    ],
    ['columns that differ', ['t.csv', 'u.csv', '-o', 'out'], /u\.csv and t\.csv have different columns; .*--json/],
    [
      'a missing field',
      ['l.jsonl', '--field', 'at'],
      /l\.jsonl: no line has the field at; the first object has url/,
      { 'l.jsonl': '{"url":"http://a/"}\n' },
    ],
    [
      'broken gzip',
      ['p.gz', '-o', 'out'],
      /p\.gz: damaged gzip data .*gzip -t/,
      { 'p.gz': GZIP.subarray(0, -20), out: 'old' },
    ],
    [
      'broken gzip behind a good list',
      ['l.txt', 'p.gz'],
      /p\.gz: damaged gzip data/,
      { 'l.txt': LIST, 'p.gz': Buffer.concat([GZIP, BAD_GZIP]) },
    ],
    [
      'UTF-16',
      ['l.txt', '--input-format', 'lines'],
      /iconv -f UTF-16/,
      { 'l.txt': Buffer.from('\ufeffhttp://a/', 'utf16le') },
    ],
    [
      'an open quote',
      ['t.csv'],
      /the quote on line 2 is never closed; .*--input-format lines/,
      { 't.csv': 'url,b\n"http://a/\n' },
    ],
    ['an input as output', ['l.txt', '-o', './l.txt'], /l\.txt is one of the files to read/],
    [
      'the facts as output',
      ['l.txt', '--facts', 'f.json', '-o', 'f.json'],
      /f\.json is one of the files to read/,
      FACTS,
    ],
    ['standard output for a further file', ['l.txt', '--groups', '-'], /- is standard output/],
    ['one file for two outputs', ['l.txt', '-o', 'x', '--rejects', './x'], /x is given for two outputs/],
    ['standard input twice', ['-', '--against', '-'], /read only once/],
    ['adding to standard input', ['l.txt', '--against', '-', '--append'], /cannot add to standard input/],
    [
      'adding to a list in no folder',
      ['l.txt', '--against', 'none/x', '--append'],
      /^dustpan: cannot write none\/x: the folder does not exist; create it, or check the path\n$/,
    ],
    ['adding to nothing', ['l.txt', '--append'], /--append needs the list to add to; add --against FILE/],
    [
      'adding what is no entry',
      ['l.txt', '--against', 'out', '--append', '--count'],
      /remove --emit, --json and --count/,
    ],
    [
      'adding to a list of old Macs',
      ['l.txt', '--against', 'mac', '--append'],
      /mac end in carriage returns.*convert it first/,
    ],
    ['adding to a gzipped list', ['l.txt', '--against', 'packed', '--append'], /packed is gzipped.*unpack it first/],
    [
      'adding to a new list named .gz',
      ['l.txt', '--against', 'new.gz', '--append'],
      /--append would start new\.gz as a plain list; give it a name without \.gz/,
    ],
    [
      'adding lines to a table',
      ['l.txt', '--against', 't.csv', '--append'],
      /cannot append lines output to t\.csv, which is csv;/,
    ],
    ['both halves', ['l.txt', '--unique', '--duplicates'], /choose one/],
    ['too little memory', ['l.txt', '--memory', '5'], /at least 1M/],
    ['an unknown format', ['l.txt', '--input-format', 'xls'], /xls/],
    ['a full disk', ['l.txt', '-o', '/dev/full'], /no space left to write \/dev\/full; free some/],
  ])('%s', async (_, args, message, files = GOOD) => {
    const { code, stderr, names, read } = await dedup(args, files);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(code).toBe(2);
    expect(names).toEqual(Object.keys(files).toSorted());
    if ('out' in files) expect(read('out')).toBe('old');
  });
});

test('a document without a link: the summary and --check name the format in which it was read', async () => {
  const files = { 'list.xml': '<list><link>http://a/</link></list>' };
  const stderr = expect.stringContaining(
    'no link found, read as sitemap: if that is wrong, name the format with --input-format\n',
  );
  expect(await dedup(['list.xml'], files)).toMatchObject({ code: 0, stdout: files['list.xml'], stderr });
  expect(await dedup(['--check', 'list.xml'], files)).toMatchObject({ code: 0, stdout: '', stderr });
  const empty = await dedup(['list.xml'], { 'list.xml': '' });
  expect(empty.stderr).not.toContain('no link');
});

test('a URL in an unusual field of JSON Lines: the summary and --check name the fields that are there', async () => {
  const files = { 'l.jsonl': '{"page":"http://a/","n":1}\n{"page":"http://a"}\n' };
  const stderr = expect.stringContaining(
    'no line has a URL in a usual field (url, link, href, loc, address, uri); the first object has page, n: name the field with --field NAME\n',
  );
  expect(await dedup(['l.jsonl'], files)).toMatchObject({ code: 1, stdout: files['l.jsonl'], stderr });
  expect(await dedup(['--check', 'l.jsonl'], files)).toMatchObject({ code: 0, stdout: '', stderr });
  const named = await dedup(['--field', 'page', 'l.jsonl'], files);
  expect(named).toMatchObject({ code: 0, stdout: '{"page":"http://a/","n":1}\n' });
  expect(named.stderr).not.toContain('--field');
});

test('- is standard output for the main output', async () => {
  const { code, stdout, names } = await dedup(['l.txt', '-o', '-'], { 'l.txt': 'http://a/\nhttp://a/#x\n' });
  expect({ code, stdout, names }).toEqual({ code: 0, stdout: 'http://a/\n', names: ['l.txt'] });
});

const LAUNCHER = join(import.meta.dirname, '../../src/cli/launch.js');

/** Runs a line of a shell in a folder with these files; `$D` is the command. */
async function shell(line: string, files: Files): Promise<Ended & { readonly names: readonly string[] }> {
  const folder = folderWith(files);
  const child = spawn('bash', ['-c', `D="${process.execPath} ${LAUNCHER} dedup"; ${line}`], { cwd: folder });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  const [code] = await once(child, 'close');
  return { code: Number(code), stdout, stderr, names: readdirSync(folder).toSorted() };
}

/** Starts the command with a standard input that never ends. */
function startFed(args: readonly string[], cwd: string, input: string = MANY): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [LAUNCHER, 'dedup', ...args], { cwd });
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  return child;
}

const MANY = Array.from({ length: 60_000 }, (_, i) => `http://a.example/${i}\n`).join('');

describe.concurrent('ends that are no fault of the list', () => {
  test('a reader that has had enough: quiet, and nothing is left behind', async () => {
    const { stdout, stderr, names } = await shell('$D l.txt --groups g --rejects r | head -1', { 'l.txt': MANY });
    expect([stdout, stderr, names]).toEqual(['http://a.example/0\n', '', ['l.txt']]);
  });

  test('a reader that has had enough: what it did not get is not known the next time', async () => {
    const { stdout, stderr } = await shell('$D --against seen --append l.txt | head -1; cat seen', {
      'l.txt': MANY,
      seen: 'http://b/\n',
    });
    expect([stdout, stderr]).toEqual(['http://a.example/0\nhttp://b/\n', '']);
  });

  test('a line without end: refused when it is too long to be one, and no sooner', async () => {
    const { stdout, stderr, names } = await shell('cat l.txt /dev/zero | $D --input-format lines -o out; echo $?', {
      'l.txt': 'http://a/\n',
    });
    expect([stdout, names]).toEqual(['2\n', ['l.txt']]);
    expect(stderr).toMatch(
      /^dustpan: standard input: the entry that starts on line 2 has more than 134217728 bytes; .*--input-format\n$/,
    );
  });

  test('a file named as standard output or error keeps what others write to it', async () => {
    const line =
      '{ echo before; $D l.txt -o /dev/stdout --groups /dev/stderr -q; echo after; } > out 2> log; cat out log';
    const { stdout, names } = await shell(line, { 'l.txt': 'http://a/\nhttp://a/#x\nhttp://b/\n' });
    const [before, first, second, after, group = '', ...rest] = stdout.split('\n');
    expect([before, first, second, after, rest]).toEqual(['before', 'http://a/', 'http://b/', 'after', ['']]);
    expect(ndjson(group)).toEqual([expect.objectContaining({ key: 'http://a/' })]);
    expect(names).toEqual(['l.txt', 'log', 'out']);
  });

  test('a file that cannot be looked up is refused in one line', async () => {
    const { stdout, stderr } = await shell(`$D l.txt -o ${'x'.repeat(300)}; echo $?`, { 'l.txt': 'http://a/\n' });
    expect(stdout).toBe('2\n');
    expect(stderr).toMatch(/^dustpan: cannot write .*\n$/);
  });

  test('a full disk behind standard output', async () => {
    const { code, stderr } = await shell('$D l.txt > /dev/full', { 'l.txt': LIST });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^dustpan: cannot write to standard output: [^\n]*; free some space and try again\n$/),
    ]);
  });

  test('standard input that is closed at once, an empty list, a list of a byte order mark', async () => {
    const { stdout, stderr } = await shell('$D <&-; echo $?; $D empty; echo $?; $D mark; echo $?', {
      empty: '',
      mark: '\ufeff',
    });
    expect(stdout).toBe('0\n0\n\ufeff0\n');
    expect(stderr.match(/^0 in = 0 kept/gm)).toHaveLength(3);
  });

  test('binary with a given format: every line is rejected and stays; none is shown raw', async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i * 31 + (i >> 3)) & 0xff));
    const { code, stderr, read } = await dedup(['l', '-o', 'out', '--input-format', 'lines'], { l: noise });
    expect(code).toBe(1);
    expect(read('out')).toBe(noise.toString('utf8'));
    // oxlint-disable-next-line no-control-regex -- what must not get through
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
  });

  test('a failing list does not wait for standard input', async () => {
    const folder = folderWith({ 'bad.gz': BAD_GZIP });
    // Enough to tell the format by, and less than is read ahead: then it is waited for more.
    const child = startFed(['-', 'bad.gz'], folder, MANY.slice(0, 70_000));
    child.stdout.resume();
    child.stderr.resume();
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s while standard input is open: exit 130, and the old file stays',
    async (signal) => {
      const folder = folderWith({ out: 'old' });
      const child = startFed(['-o', 'out', '--groups', 'g'], folder);
      child.stdout.resume();
      let stderr = '';
      child.stderr.on('data', (bytes: Buffer) => {
        stderr += bytes.toString();
      });
      // The run is under way when the file beside the output is there.
      while (!readdirSync(folder).some((name) => name.startsWith('.g.'))) await new Promise(setImmediate);
      child.kill(signal);
      const [code] = await once(child, 'close');
      expect([code, stderr]).toEqual([130, expect.stringContaining('no file will be written')]);
      expect(readdirSync(folder)).toEqual(['out']);
      expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('old');
    },
  );
});

test('--help names every option, and what there is to choose from', async () => {
  const { stdout, code } = await dedup(['--help'], {});
  expect(code).toBe(0);
  for (const option of 'input-format column field base clean keep emit json unique duplicates count against append output rejects groups undecided memory assume facts'.split(
    ' ',
  )) {
    expect(stdout).toContain(`--${option}`);
  }
  expect(stdout).toMatch(/"first", "last", "shortest", "https",\s+"canonical"/);
});
