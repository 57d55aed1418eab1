import { normalizeHost } from '../../src/facts/normal-form.ts';

/** What the options of a `$removeparam` rule come to. */
export interface RuleOptions {
  /** As written: a name, a pattern, or empty. */
  readonly param: string;
  readonly hosts?: readonly string[];
  readonly exceptHosts?: readonly string[];
}

/** A rule about parameters has this option; others may stand in front of it. */
const OPTION = /[$,](?:removeparam|queryprune)\b/;

/** Whether a rule is one about parameters. */
export function hasParamOption(rule: string): boolean {
  return OPTION.test(rule);
}

/** Splits a rule at the `$` behind which its options stand; null where there is none. */
export function splitRule(rule: string): { readonly pattern: string; readonly options: readonly string[] } | null {
  const dollar = rule.lastIndexOf('$', rule.search(OPTION));
  if (dollar < 0) return null;
  const options = splitOptions(rule.slice(dollar + 1));
  const areOptions = options.every((option) => /^~?[a-z0-9_-]+(?:=|$)/.test(option));
  return areOptions ? { pattern: rule.slice(0, dollar), options } : null;
}

/** At commas, but for those in a pattern between slashes or behind a backslash. */
function splitOptions(text: string): readonly string[] {
  return text.match(/[a-z0-9_~-]+=~?\/(?:\\.|[^/\\])*\/[a-z]*(?=,|$)|(?:\\.|[^,\\])+/g) ?? [];
}

/** Options that change nothing for a page that is asked for by its own URL. */
const WITHOUT_EFFECT = new Set(['important', 'document', 'doc', 'all', '1p', 'first-party', '~3p', '~third-party']);
/** Kinds of request: one that names some of them and no page is not about pages. */
const REQUESTS = new Set(
  'css,stylesheet,font,frame,subdocument,image,media,object,other,ping,popup,script,websocket,xhr,xmlhttprequest'.split(
    ',',
  ),
);

/** The options, or the reason why the rule is left out. */
export function readOptions(options: readonly string[]): RuleOptions | string {
  const isForPages = options.some((option) => ['document', 'doc', 'all'].includes(option));
  let param = '';
  let sites: readonly string[] = [];
  for (const option of options) {
    const equals = option.indexOf('=');
    const name = equals < 0 ? option : option.slice(0, equals);
    const value = equals < 0 ? '' : option.slice(equals + 1);
    if (name === 'removeparam' || name === 'queryprune') param = value;
    else if (name === 'domain' || name === 'from' || name === 'to') sites = [...sites, ...value.split('|')];
    else if (REQUESTS.has(name)) {
      if (!isForPages) return 'for other requests than pages';
    } else if (!WITHOUT_EFFECT.has(name) && !REQUESTS.has(name.slice(1))) return `with the option ${name}`;
  }
  return { param, ...splitSites(sites) };
}

/** `a.com|~b.com`: the sites where a rule holds, and those where it does not. A page is asked for by its own site. */
function splitSites(sites: readonly string[]): Pick<RuleOptions, 'hosts' | 'exceptHosts'> {
  const hosts = sites.filter((site) => !site.startsWith('~')).map(hostOf);
  const exceptHosts = sites.filter((site) => site.startsWith('~')).map((site) => hostOf(site.slice(1)));
  return { ...(hosts.length > 0 && { hosts }), ...(exceptHosts.length > 0 && { exceptHosts }) };
}

function hostOf(site: string): string {
  return site.endsWith('.*') ? site.toLowerCase() : (normalizeHost(site) ?? site);
}
