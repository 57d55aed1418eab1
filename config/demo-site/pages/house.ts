import type { Page } from '../page.ts';

/** The museum itself. Paths must match exactly: `/visit` is a page, `/visit/` is not. */
export const HOUSE_PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'The Broom Museum',
    paragraphs: [
      'Four hundred and twelve brooms under one roof, and not a speck on any of them. The museum occupies a former feed ' +
        'store on Chaff Lane, where it has collected, catalogued and occasionally used brooms since 1961.',
      'New this season: the Long Gallery of Short Brooms, and a bench.',
    ],
    links: [
      '/visit',
      '/about',
      '/tour',
      '/members',
      '/docs/',
      '/blog/',
      '/shop/',
      '/wiki/',
      '/events/',
      '/ask?id=1',
      '/ask?id=2',
      '/letters?ref=reader',
      '/letters?ref=editor',
    ],
  },
  {
    path: '/visit',
    title: 'Opening hours and directions',
    paragraphs: [
      'Open Wednesday to Sunday, ten to five. On Mondays the floor is swept, on Tuesdays it is admired.',
      'Take the number 9 tram to Chaff Lane and follow the clean side of the street. Bicycles may lean on the wall; ' +
        'brooms may not.',
      'Admission is four crowns. Children, and adults who can name six kinds of bristle at the desk, enter free.',
    ],
    links: ['/about', '/events/', '/tour'],
  },
  {
    path: '/about',
    title: 'Who sweeps here',
    paragraphs: [
      'The museum is run by a foundation of nine members, seven of whom have been seen. It takes no public money and ' +
        'returns a modest amount of public dust.',
      'The staff are a curator, a registrar, a shopkeeper and the person who actually does the sweeping.',
    ],
    links: ['/about/history', '/~curator', '/members'],
  },
  {
    path: '/about/history',
    title: 'How the house was founded',
    paragraphs: [
      'In the spring of 1961 the feed merchant Ottilie Spelt found that she owned more brooms than grain. She put a rope ' +
        'across the door, a card on each handle, and charged the neighbours a penny.',
      'The collection passed to the foundation in 1988, together with a clause in her will that forbids vacuum cleaners ' +
        'within forty paces of the entrance. The clause has been measured and upheld twice.',
    ],
    links: ['/about', '/visit'],
  },
  {
    path: '/~curator',
    title: "The curator's own page",
    paragraphs: [
      'I have looked after these brooms for nineteen years and have a favourite, which I am not allowed to name. It is ' +
        'on the second floor, it is not large, and it knows.',
      'My monograph on the asymmetrical wear of right-handed besoms is expected to be finished.',
    ],
    links: ['/about', '/search?q=%C3%C0', '/search?q=%C4%DD'],
  },
  {
    path: '/members',
    title: 'Friends of the Broom',
    paragraphs: [
      'Friends pay twenty crowns a year and receive a pin, the right to touch three marked exhibits, and an invitation ' +
        'to the annual general sweep.',
      'The former members’ area has been opened to everybody, since nobody remembered the password. Old links that carry ' +
        'a user name still work; the name is ignored, politely.',
    ],
    links: ['/events/', '/shop/', '/old'],
  },
  {
    path: '/tour',
    title: 'A walk through the rooms',
    paragraphs: [
      'Choose a room. The pictures load by themselves where scripts are allowed; elsewhere this paragraph will have to do.',
      'The walk takes four minutes on screen and about an hour on foot, mostly because of the stairs.',
    ],
    links: ['/visit'],
    routes: [
      { fragment: '#!/attic', title: 'The attic', text: 'Brooms too tall for the gallery, and one bat, on loan.' },
      { fragment: '#!/cellar', title: 'The cellar', text: 'Wet brooms, dry wit, and the boiler of 1934.' },
    ],
  },
  {
    path: '/old',
    title: 'The old website',
    paragraphs: [
      'This is how we looked in 1999. It is kept for sentimental reasons, and because the webmaster of that year took ' +
        'the passwords with him to a lighthouse.',
      'Best viewed from some distance.',
    ],
    links: ['/'],
  },
];
