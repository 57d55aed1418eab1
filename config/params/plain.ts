import { quote } from '../../src/text/wording.ts';
import { SettingsError } from '../settings-error.ts';
import { isName } from './names.ts';
import { type ParamList, Tally } from './tally.ts';

/**
 * Reads a plain list: one parameter name per line. `*` at the end matches all names with that prefix; `#` starts a comment.
 *
 * @throws {SettingsError} if a line is not a parameter name
 */
export function readPlainList(text: string, file: string): ParamList {
  const tally = new Tally();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const name = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (name === '') continue;
    if (isName(name)) tally.take({ action: 'drop', params: [{ is: 'name', text: name }] });
    else
      problems.push(`line ${index + 1}: ${quote(name)} is not a parameter name; write one name per line, as in URLs`);
  }
  if (problems.length > 0) throw new SettingsError(file, problems);
  return tally;
}
