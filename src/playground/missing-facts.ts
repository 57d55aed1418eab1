import { type Change, compile, type Trace } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import { checkFacts } from '../facts/check.ts';
import { type Fact, wwwPair } from '../facts/facts.ts';
import { passNamed } from '../passes/index.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort } from '../url/parsed-url.ts';

/** A change that a pass would make if a fact allowed it. */
export interface MissingFact {
  readonly change: Change;
  /** The fact that allows it, about the host of the URL. */
  readonly fact: Fact;
  /** Whether the options run the pass at all. */
  readonly isRunning: boolean;
}

/**
 * What would change further if facts about the site allowed it.
 *
 * @param trace how the URL is canonicalized with these options
 */
export function missingFacts(trace: Trace, options: CanonOptions): readonly MissingFact[] {
  const loose = compile({ ...options, profile: 'changing' }).trace(trace.url);
  if (loose instanceof UrlError) return [];
  const running = new Set(compile(options).passes.map(({ name }) => name));
  return loose.changes.flatMap((change) => {
    const fact = factFor(change);
    return fact === null || !allows(fact, change) ? [] : [{ change, fact, isRunning: running.has(change.pass) }];
  });
}

/** Whether the pass changes the URL once the fact is stated. Of `www.www.a.example`, a fact is less bold than the profile. */
function allows(fact: Fact, { pass, before }: Change): boolean {
  const trace = compile({ facts: [fact] }).trace(before);
  return !(trace instanceof UrlError) && trace.changes.some((change) => change.pass === pass);
}

/** The fact about a host that lets a pass make this change; null if none does, or if the pass needs none. */
export function factFor(change: Change): Fact | null {
  const fact = allowing(change);
  // No fact is about a port such as that of `http://example.com:443/`.
  return fact === null || checkFacts([fact]).length > 0 ? null : fact;
}

function allowing({ pass, before, after }: Change): Fact | null {
  const kind = passNamed(pass)?.needs ?? null;
  const host = hostOf(before);
  const settled = hostOf(after);
  if (kind === null || kind === 'site' || host === null || settled === null) return null;
  switch (kind) {
    case 'www': {
      const [bare] = wwwPair(host);
      return { kind, host: bare, value: settled.startsWith('www.') ? 'add' : 'remove' };
    }
    case 'scheme':
      return { kind, host, value: after.startsWith('https:') ? 'https' : 'http' };
    case 'slash':
      return { kind, host, value: after.length > before.length ? 'add' : 'remove' };
    case 'ip':
    case 'mobile':
      return { kind, host, value: settled };
    case 'index':
    case 'case':
    case 'slashes':
    case 'order':
    case 'userinfo':
      return { kind, host };
    case 'param':
    case 'default-param':
      return null;
  }
}

/** The host of a URL as facts name it; null if it has none. */
export function hostOf(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed instanceof UrlError || parsed.asciiHost === null ? null : hostWithPort(parsed);
}
