import type { SiteProfile } from '../../src/facts/site-profile.ts';

/**
 * Wikis on Wikidot: the first segment is the page, what follows are arguments in pairs. Files, feeds and scripts have
 * paths of their own, and the title behind a thread's number is for the reader only.
 */
export const wikidot: SiteProfile = {
  name: 'wikidot',
  summary: 'wikis on Wikidot: the first segment of a path is a page name in Wikidot normal form',
  hosts: ['*.wikidot.com'],
  slug: {
    form: 'wikidot',
    segments: 'first',
    except: ['local--*', 'common--*', 'default--*', 'feed', '*.php'],
    tails: ['forum/t-*', 'forum/c-*'],
  },
};
