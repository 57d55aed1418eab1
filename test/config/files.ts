import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '../../config/settings-error.ts';

/** A folder of its own with these files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-config-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The path of a file with this content. */
export function fileWith(content: unknown, name = 'facts.json'): string {
  const text = typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
  return join(folderWith({ [name]: text }), name);
}

/** The lines of the error that loading ends in, without the folder's name. */
export async function problemsOf(file: string, load: (file: string) => Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await load(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SettingsError)) throw new Error(`no SettingsError but ${String(error)}`);
  const prefix = file.slice(0, file.lastIndexOf('/') + 1);
  return error.message.split('\n').map((line) => line.replaceAll(prefix, ''));
}
