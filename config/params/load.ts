import { type ParamRule, ParamRules } from '../../src/facts/param-rules.ts';
import { parseJson, readText } from '../read.ts';
import { SettingsError } from '../settings-error.ts';
import { isRemoveParam, readAdguard } from './adguard.ts';
import { readClearUrls } from './clearurls.ts';
import { readPlainList } from './plain.ts';
import type { ParamList } from './tally.ts';

export interface ParamListsLoaded {
  readonly rules: ParamRules;
  readonly reports: readonly ParamListReport[];
}

/** What became of one file. */
export interface ParamListReport {
  readonly file: string;
  readonly format: 'ClearURLs' | 'AdGuard' | 'plain';
  /** Rules that count. */
  readonly read: number;
  /** How many were left out, by reason, in words: `with a pattern that RE2 does not take`. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Reads lists of tracking parameters: ClearURLs' JSON, `$removeparam` rules for AdGuard and uBlock Origin, or a name a
 * line. What they are in is told from what they hold.
 *
 * @throws {SettingsError} where one cannot be read, or is in none of these formats
 */
export async function loadParamLists(files: readonly string[]): Promise<ParamListsLoaded> {
  const rules: ParamRule[] = [];
  const reports: ParamListReport[] = [];
  for (const file of files) {
    const { format, list } = readList(await readText(file), file);
    for (const rule of list.rules) rules.push(rule);
    reports.push({ file, format, read: list.read, leftOut: list.leftOut });
  }
  return { rules: new ParamRules(rules), reports };
}

function readList(text: string, file: string): { format: ParamListReport['format']; list: ParamList } {
  if (/^\s*[{[]\s*["}\]{]/.test(text)) return { format: 'ClearURLs', list: readClearUrls(parseJson(text, file), file) };
  const isFilterList =
    /^[ \t]*(?:!|\[Adblock)/im.test(text) || text.split('\n').some((line) => isRemoveParam(line.trim()));
  if (isFilterList) return { format: 'AdGuard', list: filterList(text, file) };
  return { format: 'plain', list: readPlainList(text, file) };
}

function filterList(text: string, file: string): ParamList {
  const list = readAdguard(text);
  if (list.read > 0 || list.leftOut.size > 0) return list;
  throw new SettingsError(file, ['is a filter list without a $removeparam rule; name one that has some']);
}
