import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { answer, type SiteRequest } from './answer.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';
import { close, listen } from './loopback.ts';
import { HOSTS, ORIGIN } from './sections.ts';

/** The running demo site, on loopback. */
export interface Site {
  readonly seed: string;
  /** Rules for `--connect-to` that connect the site's hosts to this server. */
  readonly connectTo: readonly string[];
  /** The certificate to trust for its https, in PEM. */
  readonly ca: string;
  /** Every request so far, in order. */
  readonly requests: readonly SiteRequest[];
  /** Closes the servers and all connections, so that the process can exit. */
  readonly close: () => Promise<void>;
}

/** Serves the site on two free loopback ports, one for http and one for https. */
export async function startSite(): Promise<Site> {
  const requests: SiteRequest[] = [];
  const http = createServer(responder('http', requests));
  const https = createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, responder('https', requests));
  const [httpPort, httpsPort] = await Promise.all([listen(http), listen(https)]);
  const rules = (host: string): readonly string[] => [
    `${host}:80:127.0.0.1:${httpPort}`,
    `${host}:443:127.0.0.1:${httpsPort}`,
  ];
  return {
    seed: `${ORIGIN}/`,
    connectTo: HOSTS.flatMap(rules),
    ca: CERTIFICATE,
    requests,
    close: async () => {
      await Promise.all([close(http), close(https)]);
    },
  };
}

function responder(scheme: 'http' | 'https', requests: SiteRequest[]): RequestListener {
  return (request, response) => {
    const siteRequest = readRequest(scheme, request);
    requests.push(siteRequest);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const { status, headers, body } = answer(siteRequest);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  };
}

function readRequest(scheme: 'http' | 'https', { headers, url }: IncomingMessage): SiteRequest {
  return { scheme, host: headers.host ?? '', target: url ?? '/' };
}
