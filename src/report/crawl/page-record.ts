/** The fields of a page's record that a table shows. */
export interface PageDeclarations {
  /** The page's title. */
  readonly title: string | null;
  /** The first canonical URL of its headers or its head. */
  readonly canonical: string | null;
}

/** Reads `PageDetails.record`. Missing or invalid fields are null. */
export function declarations(record: string | null): PageDeclarations {
  const page = record === null ? null : parseObject(record);
  const canonicals: unknown = page?.['canonicals'];
  const declared: unknown = Array.isArray(canonicals) ? canonicals.find(isDeclared) : null;
  return { title: textOf(page?.['title']), canonical: isObject(declared) ? textOf(declared['url']) : null };
}

/** Search engines ignore canonical links in the body. */
function isDeclared(canonical: unknown): boolean {
  return isObject(canonical) && canonical['where'] !== 'body' && typeof canonical['url'] === 'string';
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
