import type { ParsedUrl } from './parsed-url.ts';

/** Applies a function to the userinfo, path, query and fragment. The host follows its own rules. */
export function mapText(url: ParsedUrl, map: (text: string) => string): ParsedUrl {
  const userinfo = url.userinfo === null ? null : map(url.userinfo);
  const path = map(url.path);
  const query = url.query === null ? null : map(url.query);
  const fragment = url.fragment === null ? null : map(url.fragment);
  const same = userinfo === url.userinfo && path === url.path && query === url.query && fragment === url.fragment;
  return same ? url : { ...url, userinfo, path, query, fragment };
}
