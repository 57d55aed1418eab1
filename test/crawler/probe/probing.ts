import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { CERTIFICATE, PRIVATE_KEY } from '../../../config/demo-site/certificate.ts';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { type ConnectTo, parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { Fetcher, type FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { type ProbeOptions, type ProbeReport, probe } from '../../../crawler/probe/probe.ts';
import { addressAccess } from '../../../crawler/seed-fetcher.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import type { Claim } from '../../../src/evidence/claim.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../../../src/facts/claim-kind.ts';
import { APEX, type ProbedSite, type SiteRequest } from './sites.ts';

export interface ServedSite {
  readonly connectTo: readonly string[];
  /** Requested URLs in order, without robots.txt. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves a site by http and https, under its name with and without www. */
export async function serveSite(answer: ProbedSite['answer'], robots: string | null = null): Promise<ServedSite> {
  const requests: string[] = [];
  const respond =
    (scheme: 'http' | 'https'): RequestListener =>
    (message, response) => {
      const request = readRequest(scheme, message, requests.length);
      if (request.path === '/robots.txt') {
        response.writeHead(robots === null ? 404 : 200).end(robots ?? '');
        return;
      }
      requests.push(`${scheme}://${request.host}${message.url ?? ''}`);
      const { status, headers = {}, body = '' } = answer(request);
      response.writeHead(status, headers).end(body);
    };
  const http = createServer(respond('http'));
  const https = createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, respond('https'));
  const [httpPort, httpsPort] = await Promise.all([listen(http), listen(https)]);
  return {
    connectTo: [APEX, `www.${APEX}`].flatMap((host) => [
      `${host}:80:127.0.0.1:${httpPort}`,
      `${host}:443:127.0.0.1:${httpsPort}`,
    ]),
    requests,
    close: async () => {
      await Promise.all([close(http), close(https)]);
    },
  };
}

function readRequest(scheme: 'http' | 'https', { headers, url = '/' }: IncomingMessage, number: number): SiteRequest {
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, null] : [url.slice(0, at), url.slice(at + 1)];
  return { scheme, host: headers.host ?? '', path, query, number };
}

/** Probes with the defaults of tests: without delay, for all kinds. */
export async function probeServed(
  rules: readonly (string | ConnectTo)[],
  options: Partial<ProbeOptions> = {},
): Promise<ProbeReport> {
  const fetcherOptions: FetcherOptions = {
    userAgent: 'dustpan-test',
    connectTo: rules.map((rule) => (typeof rule === 'string' ? parseConnectTo(rule) : rule)),
    ca: CERTIFICATE,
  };
  const fetcher = new Fetcher(fetcherOptions);
  try {
    return await probe({
      starts: [`http://${APEX}/`, `https://${APEX}/`],
      pages: [],
      fetcher,
      isRecognizable: false,
      domains: null,
      addresses: addressAccess(fetcher, [], fetcherOptions),
      robots: { copies: new MemoryFrontier(), productToken: 'dustpan-test' },
      delay: 0,
      kinds: CLAIM_KINDS,
      samples: 5,
      needs: THRESHOLDS,
      budget: 80,
      signal: new AbortController().signal,
      onRequest: () => {},
      ...options,
    });
  } finally {
    await fetcher.close();
  }
}

/** A claim's subject in the notation of the sites: `slash`, `slash /docs/`, `param utm_x`. */
export function subjectName({ kind, path, about }: Claim): string {
  return [kind, path === '/' ? null : path, about].filter((part) => part !== null).join(' ');
}

/** Confirmed claims that are false. */
export function falselyConfirmed({ same }: ProbedSite, { claims }: ProbeReport): readonly string[] {
  const isTrue = (claim: Claim): boolean => same.includes(wholeName(claim)) || same.includes(sectionName(claim));
  return claims.filter((claim) => claim.verdict === 'confirmed' && !isTrue(claim)).map(subjectName);
}

/** Expected verdicts that the probe did not reach, not even for a part of the site. */
export function missedVerdicts({ verdicts }: ProbedSite, { claims }: ProbeReport): readonly string[] {
  return Object.entries(verdicts)
    .filter(([subject, verdict]) => {
      const own = claims.filter((claim) =>
        [subjectName(claim), sectionName(claim), wholeName(claim)].includes(subject),
      );
      return !own.some((claim) => [claim.verdict, `${claim.verdict} ${claim.reason}`].includes(verdict));
    })
    .map(([subject, verdict]) => `${subject} ${verdict}`);
}

/** The subject without the part of the site: `slash`, `param utm_x`. */
export function wholeName({ kind, about }: Claim): string {
  return about === null ? kind : `${kind} ${about}`;
}

function sectionName(claim: Claim): string {
  return `${wholeName(claim)} ${claim.path}`;
}
