import { readPage } from './markdown.ts';

/** The fields that the page on output documents, by the row of its table; without those of nested objects and options. */
export function documentedFields(): Readonly<Record<string, readonly string[]>> {
  const rows = [...readPage('docs/output.md').matchAll(/^\| (.*?) ?\| .* \| (`.*) \|$/gm)];
  return Object.fromEntries(
    rows
      .filter(([, , fields = '']) => !fields.includes('schema.json'))
      .map(([, command = '', fields = '']) => [
        command.replaceAll('`', ''),
        sorted(
          [...fields.replace(/\((?:[^()]|\([^()]*\))*\)|`--[^`]*`/g, '').matchAll(/`(\w+)`/g)].map(
            ([, field = '']) => field,
          ),
        ),
      ]),
  );
}

export function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}
