import { readFile } from 'node:fs/promises';
import { UsageError } from '../io/exit.ts';

/**
 * The page of `dustpan playground`. In a clone it is made of the sources, in the package it is a file.
 *
 * @throws {UsageError} if it cannot be made
 */
export async function playgroundPage(): Promise<string> {
  if (import.meta.url.endsWith('.ts')) return pageOfSources();
  // In a build, this module is in a chunk in dist/src/cli.
  return readFile(new URL('../../playground/index.html', import.meta.url), 'utf8');
}

async function pageOfSources(): Promise<string> {
  // Not a name that a bundler follows: the package has no bundler.
  const tool = new URL('../../../config/tools/bundle-playground.ts', import.meta.url).href;
  try {
    const made: { readonly bundlePlayground: () => Promise<string> } = await import(tool);
    return await made.bundlePlayground();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the page cannot be made of the sources (${reason}); run \`npm ci\` in the clone first`);
  }
}
