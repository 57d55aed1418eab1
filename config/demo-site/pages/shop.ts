import type { Page } from '../page.ts';

/** The shop, on a server that ignores upper and lower case and writes session ids into its links. */
export const SHOP_PAGES: readonly Page[] = [
  {
    path: '/shop/',
    title: 'The museum shop',
    paragraphs: [
      'Working brooms at fair prices, and tea towels. Everything ships in a box that is longer than you expect.',
      'The till was installed in 2003 and is addressed in upper case by those who fear it.',
    ],
    links: [
      '/shop/product?id=1',
      '/shop/product?id=2',
      '/shop/product?id=3',
      '/shop/product?id=4',
      '/shop/list?kind=straw',
      '/shop/basket',
    ],
  },
  {
    path: '/shop/product?id=1',
    title: 'Yard besom, birch',
    paragraphs: ['For leaves, gravel and the end of the afternoon. Bound with split willow. 18 crowns.'],
    links: ['/shop/', '/shop/product?id=2', '/bind?hazel=1&birch=1'],
  },
  {
    path: '/shop/product?id=2',
    title: 'Kitchen broom, sorghum',
    paragraphs: [
      'Five rows of red stitching, one of which is structural. Smells faintly of a barn for a month. 14 crowns.',
    ],
    links: ['/shop/', '/shop/product?id=3'],
  },
  {
    path: '/shop/product?id=3',
    title: 'Corner brush, horsehair',
    paragraphs: ['The second, smaller broom that the manual keeps mentioning. Triangular, patient. 9 crowns.'],
    links: ['/shop/', '/docs/sweeping/corners/'],
  },
  {
    path: '/shop/product?id=4',
    title: 'Hand brush with pan',
    paragraphs: [
      'Sold as a pair since the incident. The pan has a lip of real rubber and holds a regret of average size. 11 crowns.',
    ],
    links: ['/shop/', '/shop/basket'],
  },
  {
    path: '/shop/list?kind=straw',
    title: 'Straw brooms',
    paragraphs: [
      'All straw brooms, shown as pictures of straw brooms. Three fit on a screen, two if you count the handles.',
    ],
    links: ['/shop/', '/shop/list?kind=straw&size=large', '/shop/list?kind=straw&view=table'],
  },
  {
    path: '/shop/list?kind=straw&size=large',
    title: 'Straw brooms, large',
    paragraphs: ['There is one. It does not fit in the lift and is collected from the yard by appointment.'],
    links: ['/shop/list?kind=straw'],
  },
  {
    path: '/shop/list?kind=straw&view=table',
    title: 'Straw brooms, as a table',
    paragraphs: [
      'Length, weight and number of straws, in columns. The straws were counted by an apprentice who has since left.',
    ],
    links: ['/shop/list?kind=straw', '/shop/product?id=1'],
  },
  {
    path: '/shop/basket',
    title: 'Your basket',
    paragraphs: ['Your basket is empty. It is woven of peeled hazel and for sale at 22 crowns.'],
    links: ['/shop/'],
  },
];
