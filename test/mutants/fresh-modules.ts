import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = new URL('.', import.meta.url).href;
const STAND_IN = new URL('vitest.ts', HERE).href;

/**
 * Has the project's modules in a folder loaded anew after each `renew`: no mutant meets what another one left in them.
 * Packages stay. For modules in the folder, `vitest` is its stand-in.
 *
 * @param folder an absolute path
 */
export function freshModules(folder: string): {
  readonly renew: () => void;
  readonly load: (file: string) => Promise<void>;
} {
  const root = `${pathToFileURL(folder).href}/`;
  const sources = new Map<string, string>();
  let round = 0;
  const isOurs = (url: string): boolean =>
    url.startsWith(root) && !url.startsWith(HERE) && !url.includes('/node_modules/') && /\.ts(\?|$)/.test(url);
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'vitest' && isOurs(context.parentURL ?? ''))
        return { url: STAND_IN, format: 'module-typescript', shortCircuit: true };
      const resolved = next(specifier, context);
      return isOurs(resolved.url) ? { ...resolved, url: `${resolved.url.split('?')[0]}?round=${round}` } : resolved;
    },
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      const path = fileURLToPath(url.split('?')[0] ?? url);
      let source = sources.get(path);
      if (source === undefined) sources.set(path, (source = stripTypeScriptTypes(readFileSync(path, 'utf8'))));
      return { format: 'module', source, shortCircuit: true };
    },
  });
  return {
    renew: () => {
      round++;
    },
    load: async (file) => {
      await import(`${root}${file}?round=${round}`);
    },
  };
}
