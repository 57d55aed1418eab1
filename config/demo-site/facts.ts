import type { Fact } from '../../src/index.ts';

const host = 'broom.example';

/** The true facts about the site, as a complete probe would confirm them. */
export const FACTS: readonly Fact[] = [
  { kind: 'www', host, value: 'remove' },
  { kind: 'scheme', host, value: 'http' },
  { kind: 'mobile', host: 'm.broom.example', value: host },
  { kind: 'ip', host: '192.0.2.80', value: host },
  { kind: 'userinfo', host },
  { kind: 'slash', host, path: '/docs/', value: 'add' },
  { kind: 'slash', host, path: '/blog/', value: 'add' },
  { kind: 'slashes', host, path: '/docs/' },
  { kind: 'index', host, path: '/docs/', value: 'index.html' },
  { kind: 'index', host, path: '/shop/', value: 'default.asp' },
  { kind: 'case', host, path: '/shop/' },
  { kind: 'order', host, path: '/shop/' },
  { kind: 'param', host, path: '/shop/', value: 'from' },
  { kind: 'default-param', host, path: '/shop/list', value: 'view=grid' },
  { kind: 'default-param', host, path: '/blog/', value: 'page=1' },
];
