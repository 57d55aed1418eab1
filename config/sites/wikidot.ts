import type { SiteProfile } from '../../src/facts/site-profile.ts';

/**
 * Wikis on Wikidot: the first segment is the page, and pairs of arguments follow. Files, feeds and scripts have other
 * paths. The title after the number of a forum thread has no effect.
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
