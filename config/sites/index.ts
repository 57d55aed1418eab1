import type { SiteProfile } from '../../src/facts/site-profile.ts';
import { hippo } from './hippo.ts';
import { wikidot } from './wikidot.ts';

/** Kinds of sites that build their paths from slugs. To add one, add a file in this folder and list it here. */
export const SITE_PROFILES: readonly SiteProfile[] = [wikidot, hippo];
