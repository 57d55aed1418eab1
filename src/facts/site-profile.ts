/** A kind of site, and how it builds paths from names. */
export interface SiteProfile {
  /** A short name, for reports. */
  readonly name: string;
  /** The kind of site, in one line. */
  readonly summary: string;
  /** Host patterns: a host, `*.example.com` for its subdomains, or `*` for all. */
  readonly hosts: readonly string[];
  /** How paths are built. */
  readonly slug: SlugRule;
}

/** Which segments of a path are names, and the slug form for them. */
export interface SlugRule {
  /** The name of a slug form, such as `wikidot`. */
  readonly form: string;
  /** The variant of the form, such as `upstream`. Default: the first. */
  readonly variant?: string;
  /** `first`: only the first segment is a name. `all`: every segment is a name. */
  readonly segments: 'first' | 'all';
  /** First segments of paths to leave unchanged. `*` matches any text. */
  readonly except: readonly string[];
  /** Starts of paths after which further segments do not matter: `forum/t-*`. `*` matches any text within a segment. */
  readonly tails: readonly string[];
}

/** Whether a pattern of {@link SiteProfile.hosts} matches the host. */
export function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Whether the pattern matches the whole text. `*` matches any text. Linear in both. */
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
