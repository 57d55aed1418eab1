import { expect, test } from 'vitest';
import { changeBetween, languageInPath } from '../../../src/audit/site/template.ts';

test.each([
  [
    'https://h.example/3.11/library/os.html',
    'https://h.example/3/library/os.html',
    'https://h.example/3.11/* → https://h.example/3/*',
  ],
  ['https://h.example/3.11/', 'https://h.example/3/', 'https://h.example/3.11/* → https://h.example/3/*'],
  ['https://www.h.example/a/b', 'https://h.example/a/b', 'https://www.h.example/* → https://h.example/*'],
  ['https://h.example/shop/7?view=1', 'https://h.example/shop/7', 'h.example/shop/*?view=*'],
  ['https://h.example/?p=x;a=log;h=7', 'https://h.example/?p=x;a=log', 'h.example/?p=*&a=*&h=*'],
  ['https://h.example/a', 'https://h.example/b', 'h.example/a'],
  [
    'https://h.example/pt-BR/',
    'https://h.example/pt-BR/stable/',
    'https://h.example/*/* → https://h.example/*/stable/*',
  ],
  ['https://h.example/pt-BR/a', 'https://h.example/a', 'https://h.example/pt-BR/* → https://h.example/*'],
  ['https://h.example/pt-BR/a', 'https://h.example/pt-BR/b', 'h.example/*/a'],
])('the change from %s to %s is that of its template', (url, other, change) => {
  expect(changeBetween(url, other)).toBe(change);
});

test('pages of one template have one change', () => {
  const pages = Array.from({ length: 5 }, (_, at) => `library/page${at}.html`);
  const changes = pages.map((page) => changeBetween(`https://h.example/3.11/${page}`, `https://h.example/3/${page}`));
  expect(new Set(changes).size).toBe(1);
});

test.each([
  ['https://h.example/pt-BR/a.html', 'pt-br'],
  ['https://h.example/index.de.html', 'de'],
  ['https://h.example/index.de.html?print=1', 'de'],
  ['https://h.example/doc/index.html.zh-CN', 'zh-cn'],
  ['https://h.example/de/a.html', ''],
  ['https://h.example/lib.min.html', ''],
  ['https://h.example/node.js', ''],
  ['https://h.example/a?file=index.de.html', ''],
  ['https://h.example/view?file=/docs/a.de.html', ''],
  ['https://h.example/app.js.html', ''],
  ['https://h.example/page.html.bk', ''],
])('the language of %s is "%s"', (url, language) => {
  expect(languageInPath(url)).toBe(language);
});
