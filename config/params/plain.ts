import { quote } from '../../src/text/wording.ts';
import { SettingsError } from '../settings-error.ts';
import { isName } from './names.ts';
import { type ParamList, Tally } from './tally.ts';

/**
 * Reads a plain list: the name of a parameter a line, with `*` at its end for all that start so; `#` starts a comment.
 *
 * @throws {SettingsError} where a line is no name
 */
export function readPlainList(text: string, file: string): ParamList {
  const tally = new Tally();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const name = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (name === '') continue;
    if (isName(name)) tally.take({ action: 'drop', params: [{ is: 'name', text: name }] });
    else
      problems.push(
        `line ${index + 1}: ${quote(name)} is no name of a parameter; write one a line, as it stands in URLs`,
      );
  }
  if (problems.length > 0) throw new SettingsError(file, problems);
  return tally.list();
}
