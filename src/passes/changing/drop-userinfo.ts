import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const dropUserinfo: Pass = {
  name: 'drop-userinfo',
  class: 'changing',
  needs: 'userinfo',
  summary: 'drops the user name and password',
  reference: 'RFC 3986 3.2.1',
  examples: [{ before: 'http://ann:secret@example.com/', after: 'http://example.com/', facts: { userinfo: true } }],
  apply: (url, facts) => (facts.userinfo && url.userinfo !== null && isWeb(url) ? { ...url, userinfo: null } : url),
};
