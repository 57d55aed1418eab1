/**
 * Other targets of the site's links: redirects, copies, errors, files and dead links. `href` is the reference as written
 * in the link; for URLs of the site itself it is path and query.
 */
export type Oddity = Redirect | Copy | Missing | SoftMissing | File | Unfetchable;

interface Link {
  readonly href: string;
  readonly text: string;
}

interface Redirect extends Link {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 308;
  readonly location: string;
  /** Whether it is a redirect loop. */
  readonly isEndless?: true;
}

/** Copies of a page under other URLs that declare its canonical URL. */
interface Copy extends Link {
  readonly kind: 'copy';
  readonly of: string;
  readonly declaredBy: 'link element' | 'Link header' | 'meta refresh';
}

interface Missing extends Link {
  readonly kind: 'error';
  readonly status: 404 | 500;
}

/** Error pages with status 200 (soft 404). */
interface SoftMissing extends Link {
  readonly kind: 'soft 404';
}

interface File extends Link {
  readonly kind: 'file';
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Links that a crawler must not fetch: other schemes, another site, and invalid URLs. */
interface Unfetchable extends Link {
  readonly kind: 'unfetchable';
}

export const ODDITIES: readonly Oddity[] = [
  // Three redirects in a row.
  { kind: 'redirect', href: '/our-story', status: 301, location: '/history', text: 'Our story' },
  { kind: 'redirect', href: '/history', status: 301, location: '/about-us/history', text: 'History' },
  { kind: 'redirect', href: '/about-us/history', status: 308, location: '/about/history', text: 'About us: history' },

  { kind: 'redirect', href: '/today', status: 302, location: '/events/?month=2026-06', text: 'On today' },
  { kind: 'redirect', href: '/random-article', status: 302, location: '/wiki/dust', text: 'An article at random' },

  { kind: 'redirect', href: '/here', status: 302, location: '/there', isEndless: true, text: 'Here' },
  { kind: 'redirect', href: '/there', status: 302, location: '/here', isEndless: true, text: 'There' },

  // The target has the key of the source, and is the source once more.
  {
    kind: 'redirect',
    href: '/floor-plan',
    status: 301,
    location: '/floor-plan#ground-floor',
    isEndless: true,
    text: 'Floor plan, ground floor',
  },

  { kind: 'copy', href: '/print/bristles', of: '/docs/bristles/', declaredBy: 'link element', text: 'Print: bristles' },
  {
    kind: 'copy',
    href: '/print/the-long-handle',
    of: '/blog/2026/02/the-long-handle/',
    declaredBy: 'link element',
    text: 'Print: the long handle',
  },
  { kind: 'copy', href: '/handout', of: '/visit', declaredBy: 'Link header', text: 'Handout for school classes' },
  { kind: 'copy', href: '/sale', of: '/shop/', declaredBy: 'meta refresh', text: 'The sale is over' },

  { kind: 'error', href: '/lost', status: 404, text: 'Lost property' },
  { kind: 'error', href: '/boiler', status: 500, text: 'The boiler of 1934, live' },
  { kind: 'soft 404', href: '/shop/product?id=99', text: 'Self-sweeping broom (discontinued)' },
  { kind: 'soft 404', href: '/shop/product?id=404', text: 'Left-handed dustpan (discontinued)' },

  {
    kind: 'file',
    href: '/logo',
    contentType: 'text/html; charset=utf-8',
    body: Uint8Array.from({ length: 1024 }, (_, index) => (index * 197 + (index >> 3)) % 256),
    text: 'Our logo, for the press',
  },
  {
    kind: 'file',
    href: '/files/floor-plan.pdf',
    contentType: 'application/pdf',
    body: new TextEncoder().encode(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
    text: 'Floor plan (PDF)',
  },

  { kind: 'unfetchable', href: 'mailto:desk@broom.example', text: 'Write to the desk' },
  { kind: 'unfetchable', href: 'javascript:print()', text: 'Print this page' },
  { kind: 'unfetchable', href: 'http://[', text: 'Our guestbook' },
  { kind: 'unfetchable', href: 'https://vacuum.example/', text: 'The vacuum people' },
];
