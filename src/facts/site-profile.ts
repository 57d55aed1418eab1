/** How a kind of site builds its paths from names. */
export interface SiteProfile {
  readonly name: string;
  readonly summary: string;
  /** Hosts that are of this kind: `*.example.com` for the subdomains of one, `*` for all. */
  readonly hosts: readonly string[];
  readonly slug: SlugRule;
}

/** Which parts of a path are names, and by which form they become segments. */
export interface SlugRule {
  /** The name of a slug form, such as `wikidot`. */
  readonly form: string;
  /** Which of the forms of that name, such as `upstream`. */
  readonly variant?: string;
  /** `first`: the first segment is a page's name and what follows is not. `all`: every segment is a name. */
  readonly segments: 'first' | 'all';
  /** First segments of paths that are left alone; `*` stands for any text. */
  readonly except: readonly string[];
  /** Starts of paths whose further segments say nothing, segment by segment: `forum/t-*`. */
  readonly tails: readonly string[];
}

/** Whether the host is one that the pattern names. */
export function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Whether the text is one that the pattern names: each `*` stands for any text, in time linear in both. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  const end = rest.pop() ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let from = start.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - end.length;
}
