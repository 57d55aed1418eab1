import type { Finding } from '../../../audit/finding.ts';
import { el } from './dom.ts';
import { hrefOf } from './route.ts';
import { plainUrl, within } from './text.ts';

/** A link to all that the report knows about a URL. Leaves out the scheme and host that it shares with `base`. */
export function storyLink(url: string, base = ''): HTMLElement {
  return el('a', { href: storyOf(url) }, plainUrl(within(url, base)));
}

/** The address of a finding among the others. */
export function addressOf({ fingerprint, url }: Finding): string {
  return hrefOf({ tab: 'findings', finding: fingerprint, url });
}

/** The address of all that the report knows about a URL. */
export function storyOf(url: string): string {
  return hrefOf({ tab: 'urls', url });
}
