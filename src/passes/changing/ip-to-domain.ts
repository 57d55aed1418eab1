import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const ipToDomain: Pass = {
  name: 'ip-to-domain',
  class: 'changing',
  needs: 'ip',
  summary: 'replaces an IP address with the domain it serves',
  reference: 'URL normalization, "Replacing IP with domain name"',
  examples: [{ before: 'http://208.77.188.166/', after: 'http://www.example.com/', facts: { ip: 'www.example.com' } }],
  apply: (url, { ip }) =>
    ip === null || ip === url.asciiHost || !isWeb(url) ? url : { ...url, host: ip, asciiHost: ip },
};
