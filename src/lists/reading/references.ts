import { Tokenizer } from 'htmlparser2';
import { decodeBytes } from '../../text/bytes.ts';
import { IGNORED_TOKENS } from './ignored-tokens.ts';

/** The value of an attribute: its bytes decoded, and the character references in them. */
export function decodeAttribute(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return raw.includes('&') ? decode(`<a a="${raw.replaceAll('"', '&quot;')}">`, kind) : raw;
}

/** The text in a run of markup, its bytes decoded and the character references in them; tags are left out. */
export function decodeText(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return /[&<]/.test(raw) ? decode(raw, kind) : raw;
}

/** The attribute data, text and CDATA of markup. By tokens: a parser's stack would make deep nesting expensive. */
function decode(markup: string, kind: 'html' | 'xml'): string {
  const texts: string[] = [];
  const take = (start: number, end: number): void => {
    texts.push(markup.slice(start, end));
  };
  const takeReference = (codePoint: number): void => {
    texts.push(String.fromCodePoint(codePoint));
  };
  const tokenizer = new Tokenizer(
    { xmlMode: kind === 'xml' },
    {
      ...IGNORED_TOKENS,
      onattribdata: take,
      onattribentity: takeReference,
      ontext: take,
      ontextentity: takeReference,
      oncdata: (start, end, mark) => take(start, end - mark),
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return texts.join('');
}
