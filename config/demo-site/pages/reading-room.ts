import type { Page } from '../page.ts';

/** Pages that differ by their query. Each pair looks like a duplicate but is not one. */
export const READING_ROOM_PAGES: readonly Page[] = [
  {
    path: '/ask?id=1',
    title: 'Which way up is a broom stored?',
    paragraphs: [
      'Bristles up, handle down, in a dry corner. Stored the other way it bends, sulks and finally sweeps only to the left.',
    ],
    links: ['/ask?id=2', '/docs/storage/'],
  },
  {
    path: '/ask?id=2',
    title: 'May I sweep after sunset?',
    paragraphs: [
      'In eleven countries it is held to chase away money. We have swept after sunset since 1961 and can report that the ' +
        'money was never there to begin with.',
    ],
    links: ['/ask?id=1', '/wiki/'],
  },
  {
    path: '/letters?ref=reader',
    title: 'Letters from readers',
    paragraphs: [
      'Sir, your catalogue describes item 88 as a hearth brush. It is a small broom. I have the honour to cancel my ' +
        'subscription for the third time. — A. Besant, Lower Wick',
    ],
    links: ['/letters?ref=editor'],
  },
  {
    path: '/letters?ref=editor',
    title: 'Letters from the editor',
    paragraphs: [
      'Item 88 was measured again in the presence of two witnesses and a notary. It remains a hearth brush. The editor ' +
        'thanks Mr Besant for his continued cancellations.',
    ],
    links: ['/letters?ref=reader', '/compare?item=besom&item=flat'],
  },
  {
    path: '/search?q=%C3%C0',
    title: 'Card index: drawer ГА',
    paragraphs: [
      'Seven cards. The index was typed in windows-1251 and its drawers are still addressed that way: this one holds the ' +
        'yard brooms of the Gavrilov estate and a cross-reference to soup.',
    ],
    links: ['/search?q=%C4%DD', '/search?q=%27besom%27'],
  },
  {
    path: '/search?q=%C4%DD',
    title: 'Card index: drawer ДЭ',
    paragraphs: [
      'Two cards, one of them blank on purpose. The other describes a delousing broom with more candour than is usual in ' +
        'a museum.',
    ],
    links: ['/search?q=%C3%C0', '/~curator'],
  },
  {
    path: '/search?q=%27besom%27',
    title: 'Card index: the word ‘besom’, in quotation marks',
    paragraphs: [
      'Thirty-one cards on which somebody was not sure that besom is a word. It is; see the encyclopaedia, which was sure.',
    ],
    links: ['/wiki/broom', '/bind?birch=1&hazel=1'],
  },
  {
    path: '/compare?item=besom&item=flat',
    title: 'Compared: the besom, against the flat broom',
    paragraphs: [
      'Taking the besom as the measure, the flat broom is too regular, too quiet and much too pleased with itself.',
    ],
    links: ['/compare?item=flat&item=besom'],
  },
  {
    path: '/compare?item=flat&item=besom',
    title: 'Compared: the flat broom, against the besom',
    paragraphs: [
      'Taking the flat broom as the measure, the besom is a hedge that has been given a job. The first item in the address ' +
        'sets the standard; we did not expect it to matter this much.',
    ],
    links: ['/compare?item=besom&item=flat', '/letters?ref=reader'],
  },
  {
    path: '/bind?birch=1&hazel=1',
    title: 'Binding plan: birch around hazel',
    paragraphs: [
      'What is named first goes on the outside. Birch outside gives a soft broom with a firm opinion, suited to gravel.',
    ],
    links: ['/bind?hazel=1&birch=1', '/docs/bristles/'],
  },
  {
    path: '/bind?hazel=1&birch=1',
    title: 'Binding plan: hazel around birch',
    paragraphs: [
      'With hazel outside the same twigs make a switch for cobwebs. It will not lie flat, and neither would you.',
    ],
    links: ['/bind?birch=1&hazel=1', '/docs/'],
  },
];
