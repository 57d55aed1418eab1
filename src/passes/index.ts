import { frozen } from '../frozen.ts';
import { dropDefaultParams } from './changing/drop-default-params.ts';
import { dropDirectoryIndex } from './changing/drop-directory-index.ts';
import { dropEmptyQuery } from './changing/drop-empty-query.ts';
import { dropFragment } from './changing/drop-fragment.ts';
import { dropSessionIds } from './changing/drop-session-ids.ts';
import { dropTrackingParams } from './changing/drop-tracking-params.ts';
import { dropUnusedParams } from './changing/drop-unused-params.ts';
import { dropUserinfo } from './changing/drop-userinfo.ts';
import { foldMobileHost } from './changing/fold-mobile-host.ts';
import { foldWww } from './changing/fold-www.ts';
import { ipToDomain } from './changing/ip-to-domain.ts';
import { limitProtocols } from './changing/limit-protocols.ts';
import { lowercasePath } from './changing/lowercase-path.ts';
import { mergeSlashes } from './changing/merge-slashes.ts';
import { slugPath } from './changing/slug-path.ts';
import { sortQuery } from './changing/sort-query.ts';
import type { Pass } from './pass.ts';
import { addRootPath } from './preserving/add-root-path.ts';
import { decodeUnreserved } from './preserving/decode-unreserved.ts';
import { dropDefaultPort } from './preserving/drop-default-port.ts';
import { dropEmptyUserinfo } from './preserving/drop-empty-userinfo.ts';
import { encodeUnsafe } from './preserving/encode-unsafe.ts';
import { fixSlashes } from './preserving/fix-slashes.ts';
import { lowercaseHost } from './preserving/lowercase-host.ts';
import { lowercaseScheme } from './preserving/lowercase-scheme.ts';
import { stripControls } from './preserving/strip-controls.ts';
import { uppercaseEscapes } from './preserving/uppercase-escapes.ts';
import { addTrailingSlash } from './usual/add-trailing-slash.ts';
import { dropHostDot } from './usual/drop-host-dot.ts';
import { removeDotSegments } from './usual/remove-dot-segments.ts';

/**
 * All passes in running order. A pass may rely on those before it, and must leave them nothing to do. So the order
 * follows the parts of a URL, not the classes: whole URL, host, path, query, fragment.
 */
export const PASSES: readonly Pass[] = frozen([
  stripControls,
  fixSlashes,
  lowercaseScheme,
  lowercaseHost,
  uppercaseEscapes,
  decodeUnreserved,
  encodeUnsafe,
  dropDefaultPort,
  addRootPath,
  dropEmptyUserinfo,
  dropHostDot,

  ipToDomain,
  foldMobileHost,
  foldWww,
  limitProtocols,
  dropUserinfo,

  removeDotSegments,
  dropSessionIds,
  mergeSlashes,
  slugPath,
  lowercasePath,
  dropDirectoryIndex,
  addTrailingSlash,

  dropTrackingParams,
  dropUnusedParams,
  dropDefaultParams,
  sortQuery,
  dropEmptyQuery,

  dropFragment,
]);

/** The pass of this name; undefined if there is none. */
export function passNamed(name: string): Pass | undefined {
  return PASSES.find((pass) => pass.name === name);
}
