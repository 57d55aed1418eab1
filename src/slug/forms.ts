import type { SlugForm } from './form.ts';
import { HIPPO_DOCUMENT } from './hippo-document.ts';
import { HIPPO_UPSTREAM } from './hippo-upstream.ts';
import { WIKIDOT } from './wikidot.ts';
import { WIKIJUMP } from './wikijump.ts';

/** All forms. The first form of each name is its default variant. */
export const SLUG_FORMS: readonly SlugForm[] = [WIKIDOT, WIKIJUMP, HIPPO_DOCUMENT, HIPPO_UPSTREAM];
