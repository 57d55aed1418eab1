import type { Page } from '../page.ts';

/** The Dust Diary, a blog: pages of the list are numbered, and page 1 is the list itself. */
export const DIARY_PAGES: readonly Page[] = [
  {
    path: '/blog/',
    title: 'The Dust Diary',
    paragraphs: [
      'Notes from the back rooms, newest first, at the rate at which dust settles.',
      'In this issue: a handle of unusual length, and what the spring draught brought in.',
    ],
    links: ['/blog/?page=2', '/blog/2026/04/the-draught/', '/blog/2026/02/the-long-handle/'],
    declaresItself: true,
  },
  {
    path: '/blog/?page=2',
    title: 'The Dust Diary, page 2',
    paragraphs: ['Older notes, from the winter of the leaking skylight. We have since moved the bucket.'],
    links: ['/blog/', '/blog/?page=3', '/blog/2025/11/inventory-night/'],
    declaresItself: true,
  },
  {
    path: '/blog/?page=3',
    title: 'The Dust Diary, page 3',
    paragraphs: [
      'The oldest notes that were not swept up. There is no page 4, whatever the counter in the footer said.',
    ],
    links: ['/blog/?page=2', '/blog/2025/03/a-visit-from-the-vacuum-people/'],
    declaresItself: true,
  },
  {
    path: '/blog/2026/04/the-draught/',
    title: 'What the draught brought in',
    paragraphs: [
      'On the ninth of April somebody propped the west door open with exhibit 17. By noon the hall held catkins, two ' +
        'bus tickets and a leaf that the registrar insists on numbering.',
      'Exhibit 17 is unharmed and slightly proud.',
    ],
    links: ['/blog/', '/events/?month=2026-04'],
    declaresItself: true,
  },
  {
    path: '/blog/2026/02/the-long-handle/',
    title: 'The long handle arrives',
    paragraphs: [
      'It came on a timber lorry, seven metres of straight-grained ash, made for a cathedral that was then built lower.',
      'We have carried it in through the window. It will leave, if ever, the same way.',
    ],
    links: ['/blog/', '/docs/handles/'],
    declaresItself: true,
  },
  {
    path: '/blog/2025/11/inventory-night/',
    title: 'Inventory night',
    paragraphs: [
      'Once a year all brooms are counted, by two people, from opposite ends. They met at 211 and 202, had tea, and began ' +
        'again.',
      'The final figure is 412, which is the figure we had printed.',
    ],
    links: ['/blog/?page=2', '/~curator'],
    declaresItself: true,
  },
  {
    path: '/blog/2025/03/a-visit-from-the-vacuum-people/',
    title: 'A visit from the vacuum people',
    paragraphs: [
      'They were courteous, they left their machines forty-one paces away, and they asked very good questions about nozzles.',
      'One of them bought a hand brush. We shall not say who.',
    ],
    links: ['/blog/?page=3', '/shop/product?id=4'],
    declaresItself: true,
  },
];
