import type { Pass } from '../pass.ts';

export const dropEmptyUserinfo: Pass = {
  name: 'drop-empty-userinfo',
  class: 'preserving',
  needs: null,
  summary: 'drops an empty user name or password',
  reference: 'URL Standard, URL serializer',
  examples: [
    { before: 'http://@example.com/', after: 'http://example.com/' },
    { before: 'http://ann:@example.com/', after: 'http://ann@example.com/' },
  ],
  apply: (url) => {
    if (url.userinfo === null) return url;
    const userinfo = url.userinfo.indexOf(':') === url.userinfo.length - 1 ? url.userinfo.slice(0, -1) : url.userinfo;
    if (userinfo === '') return { ...url, userinfo: null };
    return userinfo === url.userinfo ? url : { ...url, userinfo };
  },
};
