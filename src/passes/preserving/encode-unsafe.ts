import { hasOpaquePath, isSpecial } from '../../url/parsed-url.ts';
import { FRAGMENT, OPAQUE_PATH, PATH, percentEncode, QUERY, SPECIAL_QUERY, USERINFO } from '../../url/percent.ts';
import type { Pass } from '../pass.ts';

export const encodeUnsafe: Pass = {
  name: 'encode-unsafe',
  class: 'preserving',
  needs: null,
  summary: 'percent-encodes the characters that every client encodes; existing escapes stay',
  reference: 'URL Standard, percent-encode sets',
  examples: [
    { before: 'http://example.com/a b', after: 'http://example.com/a%20b' },
    { before: 'http://example.com/é?q=ü', after: 'http://example.com/%C3%A9?q=%C3%BC' },
    { before: "http://example.com/?q='x'", after: 'http://example.com/?q=%27x%27' },
  ],
  apply: (url) => {
    if (!url.hasUnsafe) return url;
    const userinfo = url.userinfo === null ? null : encodeUserinfo(url.userinfo);
    const path = percentEncode(url.path, hasOpaquePath(url) ? OPAQUE_PATH : PATH);
    const query = url.query === null ? null : percentEncode(url.query, isSpecial(url.protocol) ? SPECIAL_QUERY : QUERY);
    const fragment = url.fragment === null ? null : percentEncode(url.fragment, FRAGMENT);
    const same = userinfo === url.userinfo && path === url.path && query === url.query && fragment === url.fragment;
    return same ? url : { ...url, userinfo, path, query, fragment };
  },
};

/** The first colon separates user name and password. Later colons belong to the password. */
function encodeUserinfo(userinfo: string): string {
  const colon = userinfo.indexOf(':');
  if (colon < 0) return percentEncode(userinfo, USERINFO);
  return `${percentEncode(userinfo.slice(0, colon), USERINFO)}:${percentEncode(userinfo.slice(colon + 1), USERINFO)}`;
}
