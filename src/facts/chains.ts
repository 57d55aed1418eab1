import { quote } from '../text/wording.ts';
import { type Fact, wwwPair } from './facts.ts';
import { isAddress, splitPort } from './normal-form.ts';

/** A fact that leads from one host to another, and where it stands in the list. */
interface Step {
  readonly index: number;
  readonly to: string;
}

/**
 * Facts that lead from host to host must arrive in one run, which goes from address to domain, from mobile host to
 * desktop host and from either form of www to the other, each once and in this order.
 */
export function checkChains(facts: readonly Fact[]): readonly { readonly at: string; readonly message: string }[] {
  const ip = stepsOf(facts, 'ip');
  const mobile = stepsOf(facts, 'mobile');
  return facts.flatMap((fact, index) => {
    const next = onwardStep(fact, ip, mobile);
    if (next === null) return [];
    return [{ at: `facts[${index}]`, message: describe(fact, next, next.index === index) }];
  });
}

function describe(fact: Fact, next: Step, isItself: boolean): string {
  const [from, to] = [quote(fact.host), quote(targetOf(fact))];
  if (isItself)
    return `leads from ${from} to ${to}, which is another form of it; state a fact about www, or the other way round`;
  if (next.to === fact.host) {
    return `goes in a circle: from ${from} to ${to}, and by facts[${next.index}] back; leave one of the two out`;
  }
  return `leads from ${from} to ${to}, and facts[${next.index}] from there to ${quote(next.to)}; write the last one here`;
}

function stepsOf(facts: readonly Fact[], kind: 'ip' | 'mobile'): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>();
  for (const [index, fact] of facts.entries()) {
    if (fact.kind === kind) steps.set(fact.host, { index, to: targetOf(fact) });
  }
  return steps;
}

/** Where the URL's host stands after this fact; the port stays. */
function targetOf({ kind, host, value = '' }: Fact): string {
  if (kind === 'www') return wwwPair(host)[value === 'add' ? 1 : 0];
  return value + splitPort(host)[1];
}

/** The step that would have to follow this fact, and that the run has left behind. */
function onwardStep(fact: Fact, ip: ReadonlyMap<string, Step>, mobile: ReadonlyMap<string, Step>): Step | null {
  const hosts = fact.kind === 'www' ? [targetOf(fact)] : formsOf(targetOf(fact));
  const behind = fact.kind === 'ip' ? [ip] : fact.kind === 'mobile' || fact.kind === 'www' ? [ip, mobile] : [];
  for (const steps of behind) {
    for (const host of hosts) {
      const step = steps.get(host);
      if (step !== undefined) return step;
    }
  }
  return null;
}

/** What assuming www or mobile hosts may make of a host, it included. */
function formsOf(host: string): readonly string[] {
  if (isAddress(host)) return [host];
  const forms = [host];
  for (let rest = host; /^(?:www|m|mobile)\./.test(rest); forms.push(rest)) rest = rest.slice(rest.indexOf('.') + 1);
  return forms.flatMap((form) => [form, `www.${form}`]);
}
