import type { Change } from '../canon/canonicalizer.ts';
import { CLAIM_KINDS, type ClaimKind } from '../facts/claim-kind.ts';
import { wwwPair } from '../facts/facts.ts';
import { holds, narrowness, placeOf } from '../facts/site-part.ts';
import { passNamed } from '../passes/index.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort, type ParsedUrl } from '../url/parsed-url.ts';
import { paramName } from '../url/query.ts';
import type { Claim } from './claim.ts';

/**
 * The claims that let a pass make its change, one for each dropped parameter. For each subject, returns the claim about
 * the smallest part of the site that contains the URL. Empty if the pass needs no fact, or if the fact was given.
 *
 * @param claims the claims used as facts
 */
export function citedClaims({ pass, before, after }: Change, claims: readonly Claim[]): readonly Claim[] {
  const kind = kindNeeded(pass);
  const [from, to] = [parseUrl(before), parseUrl(after)];
  if (kind === null || from instanceof UrlError || to instanceof UrlError) return [];
  const host = hostOf(kind, from);
  const cited = new Map<string | null, Claim>();
  for (const claim of claims) {
    if (claim.kind !== kind || claim.host !== host || !isAbout(claim, from, to)) continue;
    const known = cited.get(claim.about);
    if (known === undefined || narrowness(claim.path) > narrowness(known.path)) cited.set(claim.about, claim);
  }
  return [...cited.values()];
}

function kindNeeded(name: string): ClaimKind | null {
  const needs = passNamed(name)?.needs;
  return CLAIM_KINDS.find((kind) => kind === needs) ?? null;
}

function hostOf(kind: ClaimKind, url: ParsedUrl): string {
  const host = hostWithPort(url);
  return kind === 'www' ? wwwPair(host)[0] : host;
}

function isAbout({ kind, path, about }: Claim, from: ParsedUrl, to: ParsedUrl): boolean {
  if (!holds(path, placeOf(kind, from.path))) return false;
  const isIn = (url: ParsedUrl): boolean => {
    const params = url.query?.split('&') ?? [];
    return (kind === 'param' ? params.map(paramName) : params).some((param) => param === about);
  };
  if (kind === 'param' || kind === 'default-param') return isIn(from) && !isIn(to);
  return kind !== 'index' || about === null || from.path.endsWith(`/${about}`);
}
