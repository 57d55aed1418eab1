import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RolldownOutput } from 'rolldown';

/** The licences of all packages in a bundle, as a text. */
export function licencesOf(output: RolldownOutput['output']): string {
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageOf));
  return [...packages].toSorted().map(licence).join('\n\n');
}

function packageOf(module: string): string {
  let folder = dirname(module);
  while (!existsSync(join(folder, 'package.json')) || !('version' in manifest(folder))) folder = dirname(folder);
  return folder;
}

function licence(folder: string): string {
  const { name, version, license }: Readonly<Record<string, string>> = manifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its licence: do not bundle it`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

function manifest(folder: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
