import { factAt, type SiteFacts } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

/** Usual names of index pages. Data files such as `index.json` are not among them. */
export const INDEX_NAME: RegExp = /^(?:index|default)\.(?:html?|xhtml|shtml|php[3-8]?|phtml|aspx?|jspx?|cfm|cgi|pl)$/i;

export const dropDirectoryIndex: Pass = {
  name: 'drop-directory-index',
  class: 'changing',
  needs: 'index',
  summary: 'drops the file name of a directory index, such as index.html or default.asp',
  reference: 'URL normalization, "Removing directory index"',
  examples: [
    {
      before: 'http://www.example.com/default.asp',
      after: 'http://www.example.com/',
      facts: { index: [{ path: '/', value: null }] },
    },
    {
      before: 'http://www.example.com/a/index.html',
      after: 'http://www.example.com/a/',
      facts: { index: [{ path: '/', value: null }] },
    },
  ],
  apply: (url, facts) => {
    if (facts.index.length === 0 || !isWeb(url)) return url;
    const start = url.path.lastIndexOf('/') + 1;
    const directory = url.path.slice(0, start);
    const known = factAt(facts.index, directory);
    if (known === null) return url;
    const name = url.path.slice(start);
    const isIndex = known.value === null ? isUsualName(name, facts) : name === known.value;
    return isIndex && name !== '' ? { ...url, path: directory } : url;
  },
};

function isUsualName(name: string, { indexNames }: SiteFacts): boolean {
  return indexNames === null ? INDEX_NAME.test(name) : indexNames.has(name.toLowerCase());
}
