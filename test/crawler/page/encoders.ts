/** Text in all encodings. */
/** All encodings of the Encoding Standard but `replacement`, which has no text. */
export const ENCODINGS: readonly string[] = (
  'utf-8 utf-16le utf-16be ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 ' +
  'iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 ' +
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 ' +
  'windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr x-user-defined'
).split(' ');

/** The bytes of a character of ASCII. */
export function ascii(character: string, encoding: string): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(character, 'utf16le');
  return encoding === 'utf-16be' ? Buffer.from(character, 'utf16le').swap16() : Buffer.from(character, 'latin1');
}

/** The bytes of some characters that are not ASCII: those that the runtime decodes to one of them. */
export function encoderOf(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, Buffer>();
  for (const bytes of sequences(encoding)) {
    const text = decoder.decode(bytes);
    const isOne = Array.from(text).length === 1 && text > '\u00A0' && !/[\uFFFD\s]/u.test(text);
    // Runtimes decode bytes without a character in Big5 to characters for private use, unlike the standard.
    const isReal = encoding !== 'big5' || !/\p{Co}/u.test(text);
    if (isOne && isReal && !found.has(text)) found.set(text, bytes);
    if (found.size >= 200) break;
  }
  return found;
}

function* sequences(encoding: string): Generator<Buffer> {
  const [before, after] = encoding === 'iso-2022-jp' ? ['\x1b$B', '\x1b(B'] : ['', ''];
  const from = encoding === 'iso-2022-jp' ? 0x21 : 0x80;
  if (encoding.startsWith('utf-')) {
    for (const character of 'éüßñçøåæœžřşğıαβγδλμπσωабвгдежзиклмнопрстуфхцчшאבגדהابتثجकखगঘไทยあいうえおカキクケ漢字中文한국어😀🧹𝒳') {
      yield encoding === 'utf-8' ? Buffer.from(character) : ascii(character, encoding);
    }
    return;
  }
  if (before === '') for (let byte = 0x80; byte <= 0xff; byte++) yield Buffer.from([byte]);
  for (let lead = from + 1; lead < from + 0x7f; lead += 5) {
    for (let trail = from; trail < from + 0x7f; trail++) {
      yield Buffer.from(`${before}${String.fromCharCode(lead, trail)}${after}`, 'latin1');
    }
  }
}
