import type { X509Certificate } from 'node:crypto';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Evidence, Hop, Subject } from '../../src/evidence/evidence.ts';
import { splitPort } from '../../src/facts/normal-form.ts';
import { namesDomain } from '../fetch/certificate.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { parseTarget } from '../fetch/target.ts';
import type { AddressAccess } from '../seed-fetcher.ts';
import { type Answer, isPage, type Page, type Response } from './answer.ts';
import type { Asker } from './asker.ts';
import { Controls, impossibleName } from './controls.ts';
import { hostOf, isSame } from './differences.ts';
import { type Examination, examine, type Finding, none, redirected, redirectSource } from './examine.ts';
import { textOf } from './page-view.ts';
import type { Pair } from './pair.ts';
import { discover, originOf, rotate } from './samples.ts';
import { commonText, holds } from './text-comparison.ts';
import { follow } from './trail.ts';

/** What it takes to look at an address. */
export interface AddressSite {
  readonly asker: Asker;
  /** The asker's. */
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly access: AddressAccess;
  /** Whether a domain may be asked that an address has named. */
  readonly mayAsk: (domain: string) => boolean;
  readonly signal: AbortSignal;
  /** Pages that are known, of any host. */
  readonly pages: readonly string[];
  /** Pages that are enough. */
  readonly samples: number;
}

/** A URL at an address and the one at the domain that it may stand for. */
export interface AddressFinding {
  readonly pair: Pick<Pair, 'subject' | 'tried' | 'page'>;
  readonly finding: Finding;
}

/** Pages that are found, so that there are deep ones among them. */
const ENOUGH_PAGES = 12;
/** Pages in a row that give no evidence. */
const MAX_VAIN = 2;

/**
 * Looks whether an address stands for one domain. Each page that counts has it three ways: the address redirects there,
 * or shows the page itself and has a certificate that names the domain; asked for under the domain's name, it shows what
 * the domain shows; and under a name that does not exist it shows something else.
 */
export class AddressToDomain {
  readonly #site: AddressSite;
  readonly #subject: Subject;
  /** Of the address. */
  readonly #origin: string;
  readonly #domain: string;
  readonly #certificate: X509Certificate | null;
  readonly #canonicalizer: Canonicalizer;
  /** A host that does not exist. */
  readonly #nobody = `${impossibleName()}.invalid`;

  /**
   * @param origin of the address
   * @param domain without a port
   * @param certificate the address's
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

  /** Pages of the domain, its root and then the deep ones first; the reason where there are none. */
  async #findPages(): Promise<readonly string[] | string> {
    const { asker, pages } = this.#site;
    const { end } = await follow(asker, `${withHost(this.#origin, this.#domain)}/`, this.#isOurs);
    if (typeof end === 'string') return end === 'left' ? 'redirects-elsewhere' : 'redirect-loop';
    if (end.kind === 'none') return end.reason;
    if (!isPage(end) || hostOf(end.url) !== hostOf(withHost(this.#origin, this.#domain))) return 'no-page';
    const known = pages.filter((url) => originOf(url) === originOf(end.url));
    const found = await discover(asker, [...new Set([end.url, ...known])], ENOUGH_PAGES);
    return [end.url, ...rotate(found.filter((url) => url !== end.url))];
  }

  #examination(asker: Asker, pages: readonly string[]): Examination {
    const controls = new Controls(asker, this.#isOurs, (than) => pages.find((page) => page !== than) ?? null);
    return { asker, controls, isOurs: this.#isOurs };
  }

  readonly #isOurs = (url: string): boolean =>
    [this.#subject.host, hostOf(withHost(this.#origin, this.#domain))].includes(hostOf(url));

  /** Asks the address for its own URLs under the domain's name, and for those of nobody. */
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

  /** What the address answers by its own name. */
  async #examineItself(site: Examination, page: string): Promise<Finding> {
    const pair = this.#pair(this.#origin, page);
    const answer = await site.asker.ask(pair.tried);
    if (answer.kind === 'none') return none(answer.reason);
    const evidence = answer.location === null ? null : await this.#redirect(site, pair, answer, answer.location);
    if (evidence !== null) return { evidence: [evidence], reason: null };
    if (isPage(answer) && !this.#isNamed()) return none('no-redirect');
    if (isPage(answer) && schemeOf(page) !== schemeOf(this.#origin)) return none('several-changes');
    const { evidence: seen, reason } = await examine(site, pair, false);
    const own = seen.filter(({ kind, source, supports }) => kind === 'ip' && (source === 'content' || !supports));
    return own.length > 0 ? { evidence: own, reason: null } : none(reason ?? 'several-changes');
  }

  #isNamed(): boolean {
    return this.#certificate !== null && namesDomain(this.#certificate, this.#domain);
  }

  /**
   * Evidence where the address redirects to the domain's URL of the same path, or to where that one redirects to itself:
   * then what else changes, such as http to https, is the domain's own rule.
   */
  async #redirect(
    { asker }: Examination,
    { subject, tried }: Pair,
    { status }: Response,
    location: string,
  ): Promise<Evidence | null> {
    const counterpart = at(withHost(this.#origin, this.#domain), tried);
    const hop: Hop = { url: tried, status, location };
    if (isSame(location, counterpart)) return redirected(subject, hop, location);
    const answer = await asker.ask(counterpart);
    if (answer.kind === 'none' || answer.location === null || !isSame(answer.location, location)) return null;
    if (redirectSource(answer.status) !== 'permanent-redirect' || hostOf(location) !== hostOf(counterpart)) return null;
    const own: Hop = { url: counterpart, status: answer.status, location: answer.location };
    return { ...redirected(subject, hop, counterpart), hops: [hop, own] };
  }

  /** What the address answers under the domain's name: no evidence and no reason where that is the domain's page. */
  async #examineUnderName(site: Examination, page: string): Promise<Finding> {
    const pair = this.#pair(withHost(page, parseHost(this.#origin)), page);
    const { evidence, reason } = await examine(site, pair, false);
    const content = evidence.find(({ source }) => source === 'content');
    if (content === undefined) return none(reason ?? 'other-host');
    if (!content.supports) return { evidence: [content], reason: null };
    // By https the certificate was checked: who has one for the domain answers for it under its name.
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

/** Whether an answer is a page that shows all that every look at another one has shown. */
function isAlike(answer: Answer, looks: readonly Page[]): boolean {
  if (!isPage(answer)) return false;
  if (looks.some(({ body }) => body.digest === answer.body.digest)) return true;
  const text = textOf(answer);
  const texts = looks.map(textOf).filter((each) => each !== null);
  return text !== null && texts.length > 0 && holds(text, commonText(texts));
}

/** The URL's path and query at an origin. */
function at(origin: string, url: string): string {
  const target = parseTarget(url);
  return 'kind' in target ? url : origin + target.path;
}

/** The origin of a URL, with another host. */
function withHost(url: string, host: string): string {
  const [, port] = splitPort(hostOf(url));
  return `${schemeOf(url)}://${host}${port}`;
}

/** IPv6 in brackets. */
function parseHost(url: string): string {
  const target = parseTarget(url);
  return 'kind' in target ? '' : target.host;
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}
