import type { X509Certificate } from 'node:crypto';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Evidence, Hop, Subject } from '../../src/evidence/evidence.ts';
import { splitPort } from '../../src/facts/normal-form.ts';
import { isPermanent } from '../../src/status-codes.ts';
import { namesDomain } from '../fetch/certificate.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { originOf, parseTarget } from '../fetch/target.ts';
import type { AddressAccess } from '../seed-fetcher.ts';
import { type Answer, isPage, type Page, type Response } from './answer.ts';
import type { Asker } from './asker.ts';
import { Controls, type Examination, impossibleName } from './controls.ts';
import { hostOf, isSame } from './differences.ts';
import { examine, type Finding, none, redirected } from './examine.ts';
import { textOf } from './page-view.ts';
import type { Pair } from './pair.ts';
import { discover, rotate } from './samples.ts';
import { commonText, holds } from './text-comparison.ts';
import { follow } from './trail.ts';

/** What the examination of an address needs. */
export interface AddressSite {
  readonly asker: Asker;
  /** The fetcher of the asker. */
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly access: AddressAccess;
  /** Whether a domain named by the address may be asked. */
  readonly mayAsk: (domain: string) => boolean;
  readonly signal: AbortSignal;
  /** Known pages of any host. */
  readonly pages: readonly string[];
  /** How many pages are enough. */
  readonly samples: number;
}

/** A URL at an address, and the URL at the domain that it may be equal to. */
export interface AddressFinding {
  readonly pair: Pick<Pair, 'subject' | 'tried' | 'page'>;
  readonly finding: Finding;
}

/** How many pages in a row may give no evidence. */
const MAX_VAIN = 2;

/**
 * Examines whether an address belongs to one domain. For each page, three requests must agree. The address redirects to
 * the page at the domain, or shows the page and has a certificate for the domain. Requested under the domain's name, it
 * shows the same page. Requested under a name that does not exist, it shows something else.
 */
export class AddressToDomain {
  readonly #site: AddressSite;
  readonly #subject: Subject;
  readonly #origin: string;
  readonly #domain: string;
  readonly #certificate: X509Certificate | null;
  readonly #canonicalizer: Canonicalizer;
  /** A host that does not exist. */
  readonly #nobody = `${impossibleName()}.invalid`;

  /**
   * @param origin the origin of the address
   * @param domain without a port
   * @param certificate the certificate of the address
   */
  constructor(site: AddressSite, origin: string, domain: string, certificate: X509Certificate | null) {
    this.#site = site;
    this.#origin = origin;
    this.#domain = domain;
    this.#certificate = certificate;
    this.#subject = { kind: 'ip', host: hostOf(origin), about: domain };
    this.#canonicalizer = compile({ facts: [{ kind: 'ip', host: hostOf(origin), value: domain }] });
  }

  async examine(): Promise<readonly AddressFinding[]> {
    const { asker, access, samples } = this.#site;
    const pages = await this.#findPages();
    if (typeof pages === 'string') return [this.#noted(`${this.#origin}/`, none(pages))];
    const fetcher = access.fetcherAt(parseHost(this.#origin));
    const itself = this.#examination(asker, pages);
    const underName = this.#examination(asker.beside(this.#toDomain(fetcher)), pages);
    const found: AddressFinding[] = [];
    let [held, vain] = [0, 0];
    try {
      for (const page of pages) {
        const finding = await this.#examinePage(itself, underName, page);
        found.push(this.#noted(page, finding));
        if (finding.evidence.some(({ supports }) => !supports)) break;
        [held, vain] = finding.reason === null ? [held + 1, 0] : [held, vain + 1];
        if (held >= samples || vain > MAX_VAIN || asker.isExhausted) break;
      }
    } finally {
      await fetcher.close();
    }
    return found;
  }

  #noted(page: string, finding: Finding): AddressFinding {
    return { pair: { subject: this.#subject, tried: at(this.#origin, page), page }, finding };
  }

  /** Pages of the domain, the root first and then deep ones; the reason if there are none. */
  async #findPages(): Promise<readonly string[] | string> {
    const { asker, pages } = this.#site;
    const { end } = await follow(asker, `${withHost(this.#origin, this.#domain)}/`, this.#isOurs);
    if (typeof end === 'string') return end === 'left' ? 'redirects-elsewhere' : 'redirect-loop';
    if (end.kind === 'none') return end.reason;
    if (!isPage(end) || hostOf(end.url) !== hostOf(withHost(this.#origin, this.#domain))) return 'no-page';
    const known = pages.filter((url) => originOf(url) === originOf(end.url));
    const found = await discover(asker, [...new Set([end.url, ...known])]);
    return [end.url, ...rotate(found.filter((url) => url !== end.url))];
  }

  #examination(asker: Asker, pages: readonly string[]): Examination {
    const controls = new Controls(asker, this.#isOurs, (than) => pages.find((page) => page !== than) ?? null);
    return { asker, controls, isOurs: this.#isOurs };
  }

  readonly #isOurs = (url: string): boolean =>
    [this.#subject.host, hostOf(withHost(this.#origin, this.#domain))].includes(hostOf(url));

  /** A fetcher that requests the domain's URLs, and those of the invalid host, from the address. */
  #toDomain(fetcher: Pick<Fetcher, 'fetch'>): Pick<Fetcher, 'fetch'> {
    const [address] = splitPort(this.#subject.host);
    return {
      fetch: (url, request) => {
        const [host] = splitPort(hostOf(url));
        if (host === address) return fetcher.fetch(at(withHost(url, this.#domain), url), request);
        return (host === this.#nobody ? fetcher : this.#site.fetcher).fetch(url, request);
      },
    };
  }

  async #examinePage(itself: Examination, underName: Examination, page: string): Promise<Finding> {
    const own = await this.#examineItself(itself, page);
    if (!own.evidence.some(({ supports }) => supports)) return own;
    const named = await this.#examineUnderName(underName, page);
    return named.reason === null && named.evidence.length === 0 ? own : named;
  }

  /** Examines the answers of the address under its own name. */
  async #examineItself(site: Examination, page: string): Promise<Finding> {
    const pair = this.#pair(this.#origin, page);
    const answer = await site.asker.ask(pair.tried);
    if (answer.kind === 'none') return none(answer.reason);
    const evidence = await this.#redirect(site, pair, answer);
    if (evidence !== null) return { evidence: [evidence], reason: null };
    const isNamed = this.#certificate !== null && namesDomain(this.#certificate, this.#domain);
    if (isPage(answer) && !isNamed) return none('no-redirect');
    if (isPage(answer) && schemeOf(page) !== schemeOf(this.#origin)) return none('several-changes');
    const { evidence: seen, reason } = await examine(site, pair, false);
    const own = seen.filter(({ kind, source, supports }) => kind === 'ip' && (source === 'content' || !supports));
    return own.length > 0 ? { evidence: own, reason: null } : none(reason ?? 'several-changes');
  }

  /**
   * Evidence from a redirect of the address to the domain's URL with the same path, or to the URL that this one
   * redirects to. Other changes, such as http to https, are then the domain's own rule.
   */
  async #redirect({ asker }: Examination, { subject, tried }: Pair, response: Response): Promise<Evidence | null> {
    const { status, location } = response;
    if (location === null) return null;
    const counterpart = at(withHost(this.#origin, this.#domain), tried);
    const hop: Hop = { url: tried, status, location };
    if (isSame(location, counterpart)) return redirected(subject, hop, location);
    const answer = await asker.ask(counterpart);
    if (answer.kind === 'none' || answer.location === null || !isSame(answer.location, location)) return null;
    if (!isPermanent(answer.status) || hostOf(location) !== hostOf(counterpart)) return null;
    const own: Hop = { url: counterpart, status: answer.status, location: answer.location };
    return { ...redirected(subject, hop, counterpart), hops: [hop, own] };
  }

  /**
   * Examines the answers of the address under the domain's name. Returns neither evidence nor a reason if it is the
   * domain's page.
   */
  async #examineUnderName(site: Examination, page: string): Promise<Finding> {
    const pair = this.#pair(withHost(page, parseHost(this.#origin)), page);
    const { evidence, reason } = await examine(site, pair, false);
    const content = evidence.find(({ source }) => source === 'content');
    if (content === undefined) return none(reason ?? 'other-host');
    if (!content.supports) return { evidence: [content], reason: null };
    // HTTPS has checked the certificate: a server with a certificate for the domain may answer under its name.
    if (schemeOf(page) === 'https') return { evidence: [], reason: null };
    const nobody = await site.asker.ask(at(withHost(page, this.#nobody), page));
    if (nobody.kind === 'none') return none('no-control');
    const looks = [...site.asker.looks(page), ...site.asker.looks(pair.tried)];
    return isAlike(nobody, looks) ? none('every-name') : { evidence: [], reason: null };
  }

  #pair(origin: string, page: string): Pair {
    return { subject: this.#subject, page, tried: at(origin, page), canonicalizer: this.#canonicalizer };
  }
}

/** Whether an answer shows everything that all looks at another page have shown. */
function isAlike(answer: Answer, looks: readonly Page[]): boolean {
  if (!isPage(answer)) return false;
  if (looks.some(({ body }) => body.digest === answer.body.digest)) return true;
  const text = textOf(answer);
  const texts = looks.map(textOf).filter((each) => each !== null);
  return text !== null && texts.length > 0 && holds(text, commonText(texts));
}

/** The URL's path and query at another origin. */
function at(origin: string, url: string): string {
  const target = parseTarget(url);
  return 'kind' in target ? url : origin + target.path;
}

/** The origin of a URL with another host. */
function withHost(url: string, host: string): string {
  const [, port] = splitPort(hostOf(url));
  return `${schemeOf(url)}://${host}${port}`;
}

/** The host, with IPv6 in brackets. */
function parseHost(url: string): string {
  const target = parseTarget(url);
  return 'kind' in target ? '' : target.host;
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}
