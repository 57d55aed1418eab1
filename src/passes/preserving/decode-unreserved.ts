import { mapText } from '../../url/map-text.ts';
import { decodeUnreserved as decode } from '../../url/percent.ts';
import type { Pass } from '../pass.ts';

export const decodeUnreserved: Pass = {
  name: 'decode-unreserved',
  class: 'preserving',
  needs: null,
  summary: 'decodes percent-encoded letters, digits, - . _ and ~; other escapes stay',
  reference: 'RFC 3986 6.2.2.2 and 2.3',
  examples: [
    { before: 'http://www.example.com/%7Eusername/', after: 'http://www.example.com/~username/' },
    { before: 'http://example.com/%2F%26?q=%C3%C0', after: 'http://example.com/%2F%26?q=%C3%C0' },
  ],
  apply: (url) => mapText(url, decode),
};
