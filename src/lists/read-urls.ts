import { FormatError } from './error.ts';
import type { Format } from './formats/format.ts';
import { createReader } from './formats/index.ts';
import { withoutUsualField } from './formats/jsonl.ts';
import { openList } from './list.ts';
import { naming, type Source } from './source.ts';

/**
 * Yields the URLs of a list in any supported format, in order.
 *
 * @param own formats of the user, besides the built-in ones
 * @throws {FormatError} if the list does not match its format, or, at the end, if no line of JSON has a URL in a usual field
 * @throws {ListError} if the list cannot be read
 */
export async function* readUrls(source: Source, own: readonly Format[] = []): AsyncGenerator<string> {
  const { readAs, stretches } = await openList(source, null, own);
  try {
    const reader = createReader(readAs, { onFields: refuse });
    for await (const stretch of stretches) {
      for (const { url } of reader.push(stretch.toString('latin1'))) if (url !== null) yield url;
    }
    for (const { url } of reader.end()) if (url !== null) yield url;
  } catch (error) {
    throw naming(source, error);
  }
}

function refuse(names: readonly string[]): never {
  throw new FormatError('missing-field', withoutUsualField(names));
}
