import { expect, test } from 'vitest';
import { canonOptions, loadConfig } from '../../config/index.ts';
import { compile } from '../../src/index.ts';
import { folderWith } from './files.ts';

test('a configuration makes the keys of the command line: profile, lists, own passes, facts and kinds of sites', async () => {
  const folder = folderWith({
    'dustpan.config.mjs': `export default {
      profile: 'ours', profiles: { ours: { noPass: ['drop-fragment'] } }, params: { drop: ['from'] },
      indexNames: ['home.html'], defaultScheme: 'https', facts: './facts.json', rules: [], audit: { severities: {} },
      passes: [{ name: 'drop-amp', class: 'changing', summary: 's', apply: (url) => url.path === '/a/amp' ? { ...url, path: '/a' } : url }],
    }`,
    'facts.json':
      '{"version":1,"facts":[{"kind":"www","host":"example.com","value":"remove"},{"kind":"index","host":"example.com","value":"home.html"}]}',
  });
  const { key } = compile(await canonOptions(await loadConfig(`${folder}/dustpan.config.mjs`)));
  expect(key('www.example.com/a/amp?from=x#top')).toBe('https://example.com/a#top');
  expect(key('example.com/home.html')).toBe('https://example.com/');
  expect(key('http://scp.wikidot.com/SCP_Series')).toBe('http://scp.wikidot.com/scp-series');
});

test('an empty configuration changes nothing but kinds of sites', async () => {
  const { key } = compile(await canonOptions({}));
  expect(key('http://www.example.com/?from=x#top')).toBe('http://www.example.com/?from=x');
});

test('a setting that does not exist is refused: without it, the keys would be others', async () => {
  // @ts-expect-error -- JavaScript can do this
  await expect(canonOptions({ profil: 'usual' })).rejects.toThrow(
    /^unknown option "profil" of canonOptions; did you mean "profile"\?/,
  );
});
