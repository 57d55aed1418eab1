import type { Claim } from '../facts/claim.ts';
import type { ClaimKind, Evidence, EvidenceSource } from '../facts/evidence.ts';
import { wwwPair } from '../facts/facts.ts';
import { subjectKey } from '../facts/verdict.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';

/** What the ledger has confirmed, in words. */
export class Confirmations {
  readonly #claims: ReadonlyMap<string, readonly Claim[]>;
  readonly #evidence: ReadonlyMap<string, readonly Evidence[]>;
  readonly #cited = new Map<Claim, string>();

  constructor(claims: readonly Claim[], evidence: readonly Evidence[]) {
    const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
    this.#claims = Map.groupBy(confirmed, subjectKey);
    this.#evidence = Map.groupBy(
      evidence.filter(({ supports }) => supports),
      subjectKey,
    );
  }

  /**
   * The confirmed claim that holds for the URL's part of its site; null where there is none.
   *
   * @param about the name of a parameter; null for other kinds
   */
  claim(kind: ClaimKind, url: string, about: string | null = null): Claim | null {
    const parsed = this.#claims.size === 0 ? null : parseUrl(url);
    if (parsed === null || parsed instanceof UrlError || parsed.asciiHost === null) return null;
    const site = parsed.port === null ? parsed.asciiHost : `${parsed.asciiHost}:${parsed.port}`;
    const host = kind === 'www' ? wwwPair(site)[0] : site;
    const inScope = (this.#claims.get(subjectKey({ kind, host, about })) ?? []).filter(({ path }) =>
      `${parsed.path}/`.startsWith(path),
    );
    return inScope.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
  }

  /** `confirmed by 301 from https://www.example.com/a, 5 of 5 samples, 2026-03-14` */
  cite(claim: Claim): string {
    const known = this.#cited.get(claim);
    if (known !== undefined) return known;
    const { source, samples, contradictions, lastSeen } = claim;
    const sample = this.#evidence
      .get(subjectKey(claim))
      ?.find((one) => one.source === source && one.path.startsWith(claim.path));
    const by = [source === null ? null : describe(source, sample), `${samples} of ${samples + contradictions} samples`];
    const text = `confirmed by ${[...by, dateOf(lastSeen)].filter((part) => part !== null).join(', ')}`;
    this.#cited.set(claim, text);
    return text;
  }
}

function describe(source: EvidenceSource, sample: Evidence | undefined): string {
  const from = typeof sample?.url === 'string' ? ` from ${sample.url}` : '';
  switch (source) {
    case 'permanent-redirect':
    case 'temporary-redirect': {
      const status = sample?.hops[0]?.status;
      return `${status === undefined ? source.replace('-', ' ') : status}${from}`;
    }
    case 'content':
      return `equal content${from}`;
    case 'declaration':
      return `declarations${from}`;
    case 'status':
      return `status${from}`;
    case 'log':
      return 'an access log';
    case 'user':
      return "the user's word";
  }
}

/** Null for what is no time: a file may hold any number. */
function dateOf(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
