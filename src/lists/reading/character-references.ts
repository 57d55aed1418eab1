import { Tokenizer } from 'htmlparser2';
import { decodeBytes } from '../../text/bytes.ts';

/** A tokenizer needs a callback for each kind of token, also for those that nobody wants. */
const ignore = (): void => {};

/** Decodes the bytes and character references of an attribute value. */
export function decodeAttribute(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return raw.includes('&') ? DECODERS[kind](`<a a="${raw.replaceAll('"', '&quot;')}">`) : raw;
}

/** Decodes the bytes and character references of a run of markup, and drops the tags. */
export function decodeText(bytes: string, kind: 'html' | 'xml'): string {
  const raw = decodeBytes(bytes);
  return /[&<]/.test(raw) ? DECODERS[kind](raw) : raw;
}

/** The attribute values and text of HTML. */
export const decodeHtml: (markup: string) => string = decoderOf({ xmlMode: false });

const DECODERS = { html: decodeHtml, xml: decoderOf({ xmlMode: true }) } as const;

/**
 * Makes a function for the attribute values, text and CDATA of markup. htmlparser2 does not export its table of names. A
 * parser's stack would make deep nesting expensive, and to make a tokenizer costs more than to decode a value.
 */
function decoderOf(options: { readonly xmlMode: boolean }): (markup: string) => string {
  let source = '';
  let value = '';
  const take = (start: number, end: number): void => {
    value += source.slice(start, end);
  };
  const takeReference = (codePoint: number): void => {
    value += String.fromCodePoint(codePoint);
  };
  const tokenizer = new Tokenizer(options, {
    onattribdata: take,
    onattribend: ignore,
    onattribentity: takeReference,
    onattribname: ignore,
    oncdata: (start, end, mark) => take(start, end - mark),
    onclosetag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onopentagend: ignore,
    onopentagname: ignore,
    onprocessinginstruction: ignore,
    onselfclosingtag: ignore,
    ontext: take,
    ontextentity: takeReference,
  });
  return (markup) => {
    source = markup;
    value = '';
    tokenizer.reset();
    tokenizer.write(markup);
    tokenizer.end();
    return value;
  };
}
