import type { Pass } from '../pass.ts';

export const lowercaseHost: Pass = {
  name: 'lowercase-host',
  class: 'preserving',
  needs: null,
  summary: 'normalizes the host: lower case, ASCII (UTS 46), IPv4 as four numbers, IPv6 compressed',
  reference: 'RFC 3986 6.2.2.1; URL Standard, host parser',
  examples: [
    { before: 'http://www.Example.com/', after: 'http://www.example.com/' },
    { before: 'http://Bücher.example/', after: 'http://xn--bcher-kva.example/' },
    { before: 'http://0x7f.1/', after: 'http://127.0.0.1/' },
    { before: 'http://[0:0::1]/', after: 'http://[::1]/' },
  ],
  apply: (url) => (url.host === url.asciiHost ? url : { ...url, host: url.asciiHost }),
};
