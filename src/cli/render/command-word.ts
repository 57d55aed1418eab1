import { shellWord } from '../../text/shell-word.ts';
import { quoted } from './printable.ts';

/** A file, an address or a URL, {@link quoted}, as one word of a command that people copy into a shell. */
export function commandWord(text: string): string {
  return shellWord(quoted(text));
}
