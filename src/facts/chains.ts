import { quote } from '../text/wording.ts';
import { type Fact, wwwPair } from './facts.ts';
import { isAddress, splitPort } from './normal-form.ts';

/** A fact that maps one host to another, with its position in the list. */
interface Step {
  readonly index: number;
  readonly to: string;
}

/**
 * Checks that facts from host to host settle in one run of the passes. A run maps address to domain, then mobile host
 * to desktop host, then one form of www to the other, each once.
 *
 * @returns the problems in order; empty if there are none
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
  const source = sourceOf(fact);
  const [from, to] = [quote(source), quote(targetOf(fact))];
  if (isItself)
    return `maps ${from} to ${to}, which is another form of the same host; write a fact about www, or swap the two hosts`;
  if (next.to === source) {
    return `maps ${from} to ${to}, but facts[${next.index}] maps it back; remove one of the two`;
  }
  return `maps ${from} to ${to}, but facts[${next.index}] maps that to ${quote(next.to)}; write the final host here`;
}

function stepsOf(facts: readonly Fact[], kind: 'ip' | 'mobile'): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>();
  for (const [index, fact] of facts.entries()) {
    if (fact.kind === kind) steps.set(fact.host, { index, to: targetOf(fact) });
  }
  return steps;
}

/** The host before the fact is applied. A fact about www may name either form of its host. */
function sourceOf({ kind, host, value = '' }: Fact): string {
  return kind === 'www' ? wwwPair(host)[value === 'add' ? 0 : 1] : host;
}

/** The host after the fact is applied. The port stays. */
function targetOf({ kind, host, value = '' }: Fact): string {
  if (kind === 'www') return wwwPair(host)[value === 'add' ? 1 : 0];
  return value + splitPort(host)[1];
}

/** The fact that would have to apply after this one, but comes earlier in a run. */
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

/** The forms that assuming www or mobile hosts may give a host, including itself. */
function formsOf(host: string): readonly string[] {
  if (isAddress(host)) return [host];
  const forms = [host];
  for (let rest = host; /^(?:www|m|mobile)\./.test(rest); forms.push(rest)) rest = rest.slice(rest.indexOf('.') + 1);
  return forms.flatMap((form) => [form, `www.${form}`]);
}
