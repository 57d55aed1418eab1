import type { Page } from '../page.ts';

/** The Sweeping Manual: directories, each with a trailing slash. */
export const MANUAL_PAGES: readonly Page[] = [
  {
    path: '/docs/',
    title: 'The Sweeping Manual',
    paragraphs: [
      'Everything the museum knows about moving dust from where it is to where it is not. The manual assumes a floor, a ' +
        'broom and an adult.',
      'Readers in a hurry may skip to the corners, as everyone does.',
    ],
    links: ['/docs/bristles/', '/docs/handles/', '/docs/storage/', '/docs/sweeping/corners/'],
    declaresItself: true,
  },
  {
    path: '/docs/bristles/',
    title: 'Bristles: soft, stiff and otherwise',
    paragraphs: [
      'Horsehair for parquet, coir for stone, sorghum for kitchens, birch for weather. Plastic exists, and is discussed ' +
        'in an appendix that we have not printed.',
      'Stiff bristles push; soft ones persuade. A bristle that does neither has been left standing on its end.',
    ],
    links: ['/docs/', '/docs/handles/', '/wiki/caf%C3%A9'],
    declaresItself: true,
  },
  {
    path: '/docs/handles/',
    title: 'Handles and the length of the sweeper',
    paragraphs: [
      'The top of the handle should reach the chin of the person, or the person should be exchanged. Ash is best, pine is ' +
        'usual, and bamboo is an enthusiasm.',
      'Oil the wood in November, when there is nothing else to look forward to.',
    ],
    links: ['/docs/bristles/', '/docs/storage/'],
    declaresItself: true,
  },
  {
    path: '/docs/storage/',
    title: 'Storing a broom over the winter',
    paragraphs: [
      'Hang it. If it cannot be hung, stand it on its handle. If it cannot be stood, ask yourself whether you have a ' +
        'cupboard or merely a door.',
      'Moths prefer horsehair, mice prefer sorghum, and lodgers prefer whichever is nearest the fire.',
    ],
    links: ['/docs/handles/', '/ask?id=1'],
    declaresItself: true,
  },
  {
    path: '/docs/sweeping/corners/',
    title: 'The corner problem',
    paragraphs: [
      'A round broom does not fit a square corner. The classical solution is to sweep towards the corner quickly and look ' +
        'away; the modern one is a second, smaller broom.',
      'Rooms without corners were tried in 1974. The furniture never settled.',
    ],
    links: ['/docs/', '/shop/product?id=3', '/bind?birch=1&hazel=1'],
    declaresItself: true,
  },
];
