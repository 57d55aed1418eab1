import { type ParamRule, ParamRules } from '../../src/facts/param-rules.ts';
import { isTexts } from '../../src/text/is-texts.ts';
import { parseJson, readText } from '../read.ts';
import { SettingsError } from '../settings-error.ts';
import { isRemoveParam, readAdguard } from './adguard.ts';
import { readClearUrls } from './clearurls.ts';
import { readPlainList } from './plain.ts';
import type { ParamList } from './tally.ts';

/** The result of {@link loadParamLists}. */
export interface ParamListsLoaded {
  /** The rules of all files, for the option `params` of a canonicalizer. */
  readonly rules: ParamRules;
  /** One report per file, in the same order. */
  readonly reports: readonly ParamListReport[];
}

/** What was read from one file. */
export interface ParamListReport {
  /** The path of the file. */
  readonly file: string;
  /** The format, detected from the content. */
  readonly format: 'ClearURLs' | 'AdGuard' | 'plain';
  /** Number of rules in use. */
  readonly read: number;
  /** Number of skipped rules, by reason in words: `with a pattern that RE2 does not support`. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Loads lists of tracking parameters: ClearURLs' JSON, `$removeparam` rules for AdGuard and uBlock Origin, or one name
 * per line. The format is detected from the content.
 *
 * @param files paths of the files
 * @throws {SettingsError} if a file cannot be read or has none of these formats
 * @throws {TypeError} if `files` is not a list: a string would be one of its characters
 */
export async function loadParamLists(files: readonly string[]): Promise<ParamListsLoaded> {
  if (!isTexts(files)) throw new TypeError('the files of loadParamLists are not a list of paths; write them in [ ]');
  const rules: ParamRule[] = [];
  const reports: ParamListReport[] = [];
  for (const file of files) {
    const { format, list } = readList(await readText(file), file);
    for (const rule of list.rules) rules.push(rule);
    reports.push({ file, format, read: list.rules.length, leftOut: list.leftOut });
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
  if (list.rules.length > 0 || list.leftOut.size > 0) return list;
  throw new SettingsError(file, ['is a filter list without $removeparam rules; choose another list']);
}
