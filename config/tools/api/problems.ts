import type { ApiEntry } from './read-api.ts';

/** Names each entry, export and public member without a doc comment, one a line with file and line; each once. */
export function undocumented(entries: readonly ApiEntry[]): readonly string[] {
  const missing = entries.flatMap(({ file, doc, exports }) => [
    ...(doc === null ? [`${file}:1: has no doc comment with @packageDocumentation`] : []),
    ...exports.flatMap((one) => [
      ...(one.doc === null ? [`${one.file}:${one.line}: ${one.name} has no doc comment`] : []),
      ...one.members
        .filter((member) => member.doc === null)
        .map((member) => `${member.file}:${member.line}: ${one.name}.${member.name} has no doc comment`),
    ]),
  ]);
  return [...new Set(missing)];
}

/** Names the files whose text differs between two sets of files, or that only one of the sets has. */
export function stale(wanted: ReadonlyMap<string, string>, present: ReadonlyMap<string, string>): readonly string[] {
  const names = new Set([...wanted.keys(), ...present.keys()]);
  return [...names].filter((name) => wanted.get(name) !== present.get(name));
}
