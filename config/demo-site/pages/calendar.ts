import type { Page } from '../page.ts';

const YEAR = 2026;

/** One line a month, January first. */
const PROGRAMME: readonly (readonly [month: string, programme: string])[] = [
  ['January', 'Lecture: is the witch hazel really a broom plant? With slides, of which one is upside down.'],
  ['February', 'Public lifting of the seven-metre handle through the window. Bring gloves.'],
  ['March', 'Spring sweep of the yard. The yard has agreed to hold still.'],
  ['April', 'Evening of draughts: the doors are opened in all twelve combinations.'],
  ['May', 'Workshop: bind your own besom. Birch is provided, patience is not.'],
  ['June', 'Midsummer opening until ten. The brooms cast very long shadows.'],
  ['July', 'Closed for the apprentices’ holiday, except to those who are already inside.'],
  ['August', 'Straw harvest excursion. Return by cart; hats are advised.'],
  ['September', 'Annual general sweep of the Friends, followed by minutes and plum cake.'],
  ['October', 'Leaf month. Demonstrations daily at three, wind permitting, and at four, wind regardless.'],
  ['November', 'Inventory night, by candle. Visitors may count, but not aloud.'],
  ['December', 'The great handle-oiling. The building smells of linseed until Epiphany.'],
];

const MONTH_PATHS: readonly string[] = PROGRAMME.map((_, index) => monthPath(index));

/** The calendar of one year: the first month has no link back, and the last has none forward. */
export const CALENDAR_PAGES: readonly Page[] = [
  {
    path: '/events/',
    title: `Events in ${YEAR}`,
    paragraphs: ['Twelve months, one page each. The calendar ends in December, as calendars should.'],
    links: ['/events/?month=2026-01', '/events/?month=2026-09'],
  },
  ...PROGRAMME.map(
    ([month, programme], index): Page => ({
      path: monthPath(index),
      title: `Events in ${month} ${YEAR}`,
      paragraphs: [programme],
      links: ['/events/', ...MONTH_PATHS.filter((_, other) => Math.abs(other - index) === 1)],
    }),
  ),
];

function monthPath(index: number): string {
  return `/events/?month=${YEAR}-${String(index + 1).padStart(2, '0')}`;
}
