import type { SiteProfile } from '../../src/facts/site-profile.ts';
import { hippo } from './hippo.ts';
import { wikidot } from './wikidot.ts';

/** Kinds of sites that build their paths by a slug form. One is a file here and a line below. */
export const SITE_PROFILES: readonly SiteProfile[] = [wikidot, hippo];
