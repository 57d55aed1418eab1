import { mapText } from '../../url/map-text.ts';
import { uppercaseEscapes as uppercase } from '../../url/percent.ts';
import type { Pass } from '../pass.ts';

export const uppercaseEscapes: Pass = {
  name: 'uppercase-escapes',
  class: 'preserving',
  needs: null,
  summary: 'uppercases the hex digits of percent-encoded bytes',
  reference: 'RFC 3986 6.2.2.1',
  examples: [{ before: 'http://www.example.com/a%c2%b1b', after: 'http://www.example.com/a%C2%B1b' }],
  apply: (url) => mapText(url, uppercase),
};
