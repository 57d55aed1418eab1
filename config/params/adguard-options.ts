import { normalizeHost } from '../../src/facts/normal-form.ts';

/** The options of a `$removeparam` rule. */
export interface RuleOptions {
  /** The value as written: a name, a pattern, or empty. */
  readonly param: string;
  readonly hosts?: readonly string[];
  readonly exceptHosts?: readonly string[];
}

/** The option of rules about parameters; other options may precede it. */
const OPTION = /[$,](?:removeparam|queryprune)\b/;

/** Whether a rule is about parameters. */
export function hasParamOption(rule: string): boolean {
  return OPTION.test(rule);
}

/** Splits a rule at the `$` in front of its options; null if it has none. */
export function splitRule(rule: string): { readonly pattern: string; readonly options: readonly string[] } | null {
  const dollar = rule.lastIndexOf('$', rule.search(OPTION));
  if (dollar < 0) return null;
  const options = splitOptions(rule.slice(dollar + 1));
  const areOptions = options.every((option) => /^~?[a-z0-9_-]+(?:=|$)/.test(option));
  return areOptions ? { pattern: rule.slice(0, dollar), options } : null;
}

/** Splits at commas, except those in a pattern between slashes or after a backslash. */
function splitOptions(text: string): readonly string[] {
  return text.match(/[a-z0-9_~-]+=~?\/(?:\\.|[^/\\])*\/[a-z]*(?=,|$)|(?:\\.|[^,\\])+/g) ?? [];
}

/** Options without effect on pages requested by their own URL. */
const WITHOUT_EFFECT = new Set(['important', 'document', 'doc', 'all', '1p', 'first-party', '~3p', '~third-party']);
/** Types of requests. A rule with some of them and none of the page types is not about pages. */
const REQUESTS = new Set(
  'css,stylesheet,font,frame,subdocument,image,media,object,other,ping,popup,script,websocket,xhr,xmlhttprequest'.split(
    ',',
  ),
);

/** The options, or the reason to skip the rule. */
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

/** `a.com|~b.com`: the sites that a rule applies to, and its exceptions. */
function splitSites(sites: readonly string[]): Pick<RuleOptions, 'hosts' | 'exceptHosts'> {
  const hosts = sites.filter((site) => !site.startsWith('~')).map(hostOf);
  const exceptHosts = sites.filter((site) => site.startsWith('~')).map((site) => hostOf(site.slice(1)));
  return { ...(hosts.length > 0 && { hosts }), ...(exceptHosts.length > 0 && { exceptHosts }) };
}

function hostOf(site: string): string {
  return site.endsWith('.*') ? site.toLowerCase() : (normalizeHost(site) ?? site);
}
