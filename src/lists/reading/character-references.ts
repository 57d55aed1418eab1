import { Tokenizer } from 'htmlparser2';
import { decodeBytes } from '../../text/bytes.ts';
import { IGNORED_TOKENS } from './ignored-tokens.ts';

/** Decodes the bytes and character references of an attribute value. */
export function decodeAttribute(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return raw.includes('&') ? decode(`<a a="${raw.replaceAll('"', '&quot;')}">`, kind) : raw;
}

/** Decodes the bytes and character references of a run of markup, and drops the tags. */
export function decodeText(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return /[&<]/.test(raw) ? decode(raw, kind) : raw;
}

/**
 * The attribute values, text and CDATA of markup. Uses a tokenizer, because a parser's stack would make deep nesting
 * expensive.
 */
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
