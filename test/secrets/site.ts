import { createServer, type ServerResponse } from 'node:http';
import { close, listen } from '../../config/demo-site/loopback.ts';
import { FORMS, type Form } from './forms.ts';
import { isSendable, PLACES, type Place, type Reply, ROBOTS_PLACES, send } from './places.ts';
import type { Secrets } from './secrets.ts';

export interface PlantedSite {
  /** With its port. */
  readonly host: string;
  /** That of a site which has nothing planted. */
  readonly plainHost: string;
  close(): Promise<void>;
}

/** Whether a form is planted in a place. */
export type Share = (form: Form, place: string) => boolean;

/**
 * Serves a site with a secret in every place in every form, each in a page of its own, and beside it one that the pages
 * name and a crawl of the first does not fetch.
 *
 * @param onRequest called before each answer
 */
export async function plantedSite(secrets: Secrets, share: Share, onRequest: () => void): Promise<PlantedSite> {
  const replies = new Map<string, Reply>();
  const server = createServer((request, response) => {
    onRequest();
    answer(replies, request.url ?? '', response);
  });
  const others = new Map<string, Reply>();
  const other = createServer((request, response) => answer(others, request.url ?? '', response));
  const [port, otherPort] = [await listen(server), await listen(other)];
  const host = `127.0.0.1:${port}`;
  const otherHost = `127.0.0.1:${otherPort}`;
  const planted = (
    place: Pick<Place, 'isText'>,
    name: string,
    fits: (url: string) => boolean = isLine,
  ): readonly string[] =>
    FORMS.filter((form) => !(place.isText && form.isWhole) && share(form, name) && fits(form.url('', host))).map(
      (form) => form.url(secrets.plant({ place: name, form: form.name }), host),
    );
  for (const place of PLACES) {
    const fits = (url: string): boolean => isSendable(place.reply(url));
    for (const url of planted(place, place.name, fits)) addPage(replies, place.reply(url));
    if (!TARGETS.has(place.name)) continue;
    for (const url of planted(place, `${place.name} of a page named as canonical`, fits)) {
      const path = addPage(others, place.reply(url));
      addPage(replies, html(`<link rel=canonical href="http://${otherHost}${path}">`));
    }
  }
  const robots = ROBOTS_PLACES.flatMap((place) => planted(place, place.name).map((url) => place.line(url)));
  replies.set('/robots.txt', { body: ['User-agent: *', ...robots].join('\n') });
  const lists = planted({}, 'text sitemap');
  replies.set(TEXT_SITEMAP, {
    headers: { 'content-type': 'text/plain' },
    body: [`http://${host}/s`, ...lists].join('\n'),
  });
  const links = [...replies.keys()].filter((path) => path !== '/robots.txt');
  replies.set('/', html(links.map((path) => `<a href="${path}">x</a>`).join('')));
  return {
    host,
    plainHost: otherHost,
    close: async () => void (await Promise.all([close(server), close(other)])),
  };
}

/** Where a page stands that is fetched for an audit alone. */
const TARGETS: ReadonlySet<string> = new Set(['canonical', 'title', 'redirect 301', 'redirect 302', 'Content-Type']);

/** Its path is named on the command line. */
export const TEXT_SITEMAP = '/urls.txt';

function addPage(replies: Map<string, Reply>, reply: Reply): string {
  const path = `/p${replies.size}`;
  replies.set(path, reply);
  return path;
}

function html(body: string): Reply {
  return { headers: { 'content-type': 'text/html' }, body: `<!doctype html><title>t</title>${body}` };
}

function isLine(url: string): boolean {
  return !url.includes('\n');
}

function answer(replies: ReadonlyMap<string, Reply>, target: string, response: ServerResponse): void {
  send(response, replies.get(target) ?? (target === '/robots.txt' ? { status: 404 } : html('nothing')));
}
