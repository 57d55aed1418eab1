import type { SiteProfile } from '../../src/facts/site-profile.ts';

/** Sites of a Hippo (Bloomreach) CMS: each path segment is the name of a folder or document. Not detected by host. */
export const hippo: SiteProfile = {
  name: 'hippo',
  summary: 'sites of a Hippo (Bloomreach) CMS: every path segment is the slug of a folder or document name',
  hosts: [],
  slug: { form: 'hippo', variant: 'upstream', segments: 'all', except: ['site', 'binaries', '_*'], tails: [] },
};
