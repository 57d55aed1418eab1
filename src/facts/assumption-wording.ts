import type { AssumableFact } from './site-facts.ts';

/** The condition under which two URLs are duplicates, for each kind of fact. */
export const IF_KNOWN: Readonly<Record<AssumableFact, string>> = {
  scheme: 'http:// and https:// serve the same pages',
  www: 'hosts serve the same pages with and without www.',
  slash: 'a trailing slash makes no difference',
  index: 'a directory index shows the same page as its folder',
  case: 'upper and lower case in paths make no difference',
  slashes: 'repeated slashes make no difference',
  order: 'the order of parameters makes no difference',
};
