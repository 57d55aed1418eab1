import type { SiteProfile } from '../../src/facts/site-profile.ts';

/** Sites of a Hippo (Bloomreach) CMS: each segment is the name of a folder or document. No host gives one away. */
export const hippo: SiteProfile = {
  name: 'hippo',
  summary: 'sites of a Hippo (Bloomreach) CMS: every segment is the segment of a document name',
  hosts: [],
  slug: { form: 'hippo', variant: 'upstream', segments: 'all', except: ['site', 'binaries', '_*'], tails: [] },
};
