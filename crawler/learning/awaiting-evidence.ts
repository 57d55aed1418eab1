import type { Entry } from '../../db/store.ts';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import type { CanonOptions } from '../../src/canon/options.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../../src/facts/site-facts.ts';
import { UrlError } from '../../src/url/error.ts';

/** Pages that were fetched more than once, judged by their equal bodies, and the facts that would have prevented it. */
export interface AwaitingEvidence {
  /** Pages with the same body as an earlier page. */
  readonly sameContent: number;
  /** How many of them would share a key, by the kind of fact that is neither confirmed nor refuted. */
  readonly byFact: ReadonlyMap<AssumableFact, number>;
}

/**
 * Counts these pages in a frontier. Equal bodies are only a hint: to confirm a fact takes more evidence. A fact that a claim
 * refutes for some part of a site would merge other pages, too. A confirmed fact is not missing.
 */
export async function awaitingEvidence(
  entries: AsyncIterable<Entry>,
  canon: CanonOptions,
  claims: readonly Claim[],
): Promise<AwaitingEvidence> {
  const known: CanonOptions = { ...canon, facts: factsOf(claims, canon.facts ?? []).facts };
  const confirmed = compile(known);
  /** Pages that a confirmed fact makes one, by body and key: aliases by rel=canonical stay in their entries. */
  const merged = new Set<string>();
  const refuted = new Set<string>(claims.filter(({ verdict }) => verdict === 'refuted').map(({ kind }) => kind));
  const looser = ASSUMABLE_FACTS.filter((fact) => !refuted.has(fact)).map((fact) => ({
    fact,
    canonicalizer: assuming(known, fact),
    seen: new Set<string>(),
  }));
  /**
   * The key of the first page with each body; null after the second page, when the looser keys of the first are
   * recorded.
   */
  const firsts = new Map<string, Key | null>();
  const byFact = new Map<AssumableFact, number>();
  let sameContent = 0;
  const count = (digest: string, stored: Key): void => {
    const key = confirmed.key(stored);
    if (key instanceof UrlError || merged.has(`${digest} ${key}`)) return;
    merged.add(`${digest} ${key}`);
    for (const { fact, canonicalizer, seen } of looser) {
      const looserKey = canonicalizer.key(key);
      if (looserKey instanceof UrlError) continue;
      const loose = `${digest} ${looserKey}`;
      if (seen.has(loose)) byFact.set(fact, (byFact.get(fact) ?? 0) + 1);
      seen.add(loose);
    }
  };
  for await (const { state, role, status, aliasBy, digest, key } of entries) {
    const isPage = state === 'done' && role === 'page' && status !== null && status < 300 && digest !== null;
    if (!isPage || aliasBy === 'redirect' || aliasBy === 'equivalence') continue;
    const first = firsts.get(digest);
    firsts.set(digest, first === undefined ? key : null);
    if (first === undefined) continue;
    sameContent++;
    if (first !== null) count(digest, first);
    count(digest, key);
  }
  return { sameContent, byFact };
}

function assuming(canon: CanonOptions, fact: AssumableFact): Canonicalizer {
  return compile({ ...canon, assume: [...(canon.assume ?? []), fact] });
}
