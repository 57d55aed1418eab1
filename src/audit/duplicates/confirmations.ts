import type { Claim } from '../../evidence/claim.ts';
import { ClaimIndex, evidenceOf } from '../../evidence/claim-evidence.ts';
import { citeClaim } from '../../evidence/claim-wording.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { ClaimKind } from '../../facts/claim-kind.ts';
import { wwwPair } from '../../facts/facts.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { hostWithPort } from '../../url/parsed-url.ts';

/** The ledger's confirmed claims, for findings to cite. */
export class Confirmations {
  readonly #claims: ClaimIndex;
  readonly #evidence: ReadonlyMap<Claim, readonly Evidence[]>;
  readonly #cited = new Map<Claim, string>();

  constructor(claims: readonly Claim[], evidence: readonly Evidence[]) {
    const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
    this.#claims = new ClaimIndex(confirmed);
    this.#evidence = evidenceOf(claims, evidence);
  }

  /**
   * The confirmed claim that covers a URL; null if there is none.
   *
   * @param about the parameter's name for claims about a parameter; null for other kinds
   */
  claim(kind: ClaimKind, url: string, about: string | null = null): Claim | null {
    const parsed = this.#claims.isEmpty ? null : parseUrl(url);
    if (parsed === null || parsed instanceof UrlError || parsed.asciiHost === null) return null;
    const site = hostWithPort(parsed);
    const host = kind === 'www' ? wwwPair(site)[0] : site;
    return this.#claims.at({ kind, host, about }, parsed.path);
  }

  /** Describes the evidence for a claim in words. */
  cite(claim: Claim): string {
    const known = this.#cited.get(claim);
    if (known !== undefined) return known;
    const text = citeClaim(claim, this.#evidence.get(claim) ?? []);
    this.#cited.set(claim, text);
    return text;
  }
}
