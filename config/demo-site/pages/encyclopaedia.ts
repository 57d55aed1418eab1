import type { Page } from '../page.ts';

/** The encyclopaedia: each spelling of a name is a different article. */
export const ENCYCLOPAEDIA_PAGES: readonly Page[] = [
  {
    path: '/wiki/',
    title: 'Encyclopaedia of sweeping',
    paragraphs: [
      'Written by visitors, corrected by the registrar. Titles are exact: a capital letter, a slash or the want of one ' +
        'leads to another article, and the registrar will not discuss it.',
    ],
    links: [
      '/wiki/broom',
      '/wiki/broom/',
      '/wiki/Dust',
      '/wiki/dust',
      '/wiki/straw/rush',
      '/wiki/straw%2Frush',
      '/wiki/dev/dust',
      '/wiki//dev/dust',
      '/wiki/index.html',
      '/wiki/caf%C3%A9',
      '/wiki/witch%20hazel',
    ],
  },
  {
    path: '/wiki/broom',
    title: 'Broom (implement)',
    paragraphs: ['A bundle of fibres on a stick. The stick is the later invention and takes most of the credit.'],
    links: ['/wiki/', '/wiki/broom/', '/docs/bristles/'],
  },
  {
    path: '/wiki/broom/',
    title: 'Broom (everything filed beneath it)',
    paragraphs: [
      'Sub-articles: besom, whisk, yard broom, witch’s broom (botany), new broom (proverb). None is finished.',
    ],
    links: ['/wiki/', '/wiki/broom'],
  },
  {
    path: '/wiki/Dust',
    title: 'Dust, Edmund',
    paragraphs: ['Edmund Dust (1811–1879), sweeper to the Exchange, who left an estate of nine brooms and no enemies.'],
    links: ['/wiki/dust', '/wiki/'],
  },
  {
    path: '/wiki/dust',
    title: 'Dust (matter)',
    paragraphs: ['What remains of everything else. It has no fixed address, though it is usually found under one.'],
    links: ['/wiki/Dust', '/wiki/dev/dust'],
  },
  {
    path: '/wiki/straw/rush',
    title: 'Rush, a kind of straw',
    paragraphs: ['Soft, green and cheap, strewn on floors before brooms were common, and one of the reasons for them.'],
    links: ['/wiki/straw%2Frush', '/wiki/'],
  },
  {
    path: '/wiki/straw%2Frush',
    title: 'Straw/Rush (partnership)',
    paragraphs: [
      'The firm of Straw/Rush, broom makers by appointment, spelled with the stroke on every label and invoice.',
    ],
    links: ['/wiki/straw/rush', '/wiki/'],
  },
  {
    path: '/wiki/dev/dust',
    title: 'Dust of development',
    paragraphs: ['Plaster, brick and good intentions, in that order. It follows builders by about two hundred metres.'],
    links: ['/wiki//dev/dust', '/wiki/dust'],
  },
  {
    path: '/wiki//dev/dust',
    title: '/dev/dust (device file)',
    paragraphs: [
      'The device to which a tidy system sends its sweepings. Its title starts with a slash of its own, hence the two.',
    ],
    links: ['/wiki/dev/dust', '/wiki/'],
  },
  {
    path: '/wiki/index.html',
    title: 'index.html (article)',
    paragraphs: [
      'The name under which many servers hide their front page. Ours does not; this is merely an article about it.',
    ],
    links: ['/wiki/'],
  },
  {
    path: '/wiki/caf%C3%A9',
    title: 'Café broom',
    paragraphs: [
      'A narrow broom for use between chair legs. Invented in Lyon, perfected in a great hurry everywhere else.',
    ],
    links: ['/wiki/', '/wiki/witch%20hazel'],
  },
  {
    path: '/wiki/witch%20hazel',
    title: 'Witch hazel',
    paragraphs: [
      'A shrub that flowers in January. It has never been used for flying, and is rather tired of the question.',
    ],
    links: ['/wiki/', '/events/?month=2026-01'],
  },
];
