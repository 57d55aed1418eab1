import { createHash } from 'node:crypto';
import { type Answer, site, type Web } from '../web.ts';

export interface MendedSite extends Web {
  /** The answers from now on, by request target. */
  readonly pages: Map<string, Answer>;
  /** Targets whose body was sent. */
  readonly bodies: string[];
  /** Targets whose body the client already had. */
  readonly unchanged: string[];
}

/** Serves pages that may change, each with an `ETag` (RFC 9110, section 8.8.3), until the test ends. */
export async function mendedSite(first: Readonly<Record<string, Answer>>): Promise<MendedSite> {
  const pages = new Map(Object.entries(first));
  const [bodies, unchanged]: [string[], string[]] = [[], []];
  const web = await site(new Proxy<Record<string, Answer>>({}, { get: (_, target) => answerOf(String(target)) }));
  return { ...web, pages, bodies, unchanged };

  function answerOf(target: string): Answer | undefined {
    const answer = pages.get(target);
    if (typeof answer !== 'string') return answer;
    const etag = `"${createHash('md5').update(answer).digest('hex')}"`;
    return ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === etag;
      (isKnown ? unchanged : bodies).push(target);
      const type = target.endsWith('.xml') ? 'application/xml' : 'text/html';
      const body = answer.replaceAll('ORIGIN', `http://${headers.host ?? ''}`);
      if (isKnown) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag, 'content-type': target === '/robots.txt' ? 'text/plain' : type }).end(body);
    };
  }
}

/** A sitemap of such a site. */
export function sitemap(...paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('');
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}
