import { DustpanError } from '../../src/error.ts';
import { quote } from '../../src/text/wording.ts';

/** What to take from pages, by CSS selectors. */
export interface Selectors {
  /**
   * The values to keep with each page: a selector by field, optionally with `@` and the name of an attribute. Without an
   * attribute, the value is the text of the element.
   */
  readonly select?: Readonly<Record<string, string>>;
  /** Where links are followed: only in elements that match. Default: everywhere. */
  readonly follow?: string;
  /**
   * The elements that hold the content of a page, which is compared to find duplicates. Default: the page without what
   * `ignore` names.
   */
  readonly main?: string;
  /**
   * The elements that are not content. Default: unless `main` is set, navigation, page header, page footer and asides,
   * if enough text is left.
   */
  readonly ignore?: string;
}

/** The selected values of a page, by field, in the order of the page. */
export type Fields = Readonly<Record<string, readonly string[]>>;

/** The field names of the entries that `export` writes, which no field may take. */
const TAKEN: ReadonlySet<string> = new Set(
  'url key state status depth contentType source foundOn aliasOf aliasBy reason'.split(' '),
);
const MAX_NAME_LENGTH = 100;
const NAME = /^[A-Za-z][\w.-]*$/;
/** An attribute at the end of a selector. No selector ends like this. */
const ATTRIBUTE = /@([^\s@"'\])}>/=]+)$/;

/** A selector or the name of a field is not valid. The message says which, and why. */
export class SelectorError extends DustpanError {
  /** Always `SelectorError`. */
  override readonly name = 'SelectorError';
  /** What is wrong, for programs. */
  readonly code: 'invalid-selector' | 'invalid-field';

  constructor(code: SelectorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A selector of elements, and the attribute of them to read; null to read their text. */
export interface ValueSelector {
  readonly selector: string;
  readonly attribute: string | null;
}

/** Splits `SELECTOR@attribute`. */
export function valueSelector(text: string): ValueSelector {
  const [end = '', attribute = null] = ATTRIBUTE.exec(text) ?? [];
  return { selector: text.slice(0, text.length - end.length), attribute };
}

/** Each field without a value. */
export function noFieldsOf({ select = {} }: Selectors): Fields {
  return Object.fromEntries(Object.keys(select).map((name) => [name, []]));
}

/** Whether anything is selected. */
export function isSelecting({ select = {}, follow, main, ignore }: Selectors): boolean {
  return Object.keys(select).length > 0 || [follow, main, ignore].some((selector) => selector !== undefined);
}

/**
 * Refuses selectors that cannot be applied.
 *
 * @throws {SelectorError} `invalid-selector` or `invalid-field`
 */
export async function checkSelectors(selectors: Selectors): Promise<void> {
  // Without selectors, cheerio need not be loaded.
  if (!isSelecting(selectors)) return;
  const { select = {}, follow, main, ignore } = selectors;
  for (const name of Object.keys(select)) checkName(name);
  const values = Object.entries(select).map(
    ([name, text]) => [`select ${name}`, valueSelector(text).selector] as const,
  );
  const parts = Object.entries({ follow, main, ignore }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  const { load } = await import('cheerio/slim');
  const $ = load('<a></a>');
  for (const [where, selector] of [...values, ...parts]) {
    try {
      if (selector.trim() === '') throw new Error('it is empty');
      // The parser takes this for an element without a name, which nothing matches.
      if (/[>+~]\s*$/.test(selector)) throw new Error('it ends too early');
      $('a').find(selector);
    } catch (error) {
      const why = problemOf(error, selector);
      throw new SelectorError('invalid-selector', `${where}: ${quote(selector)} is not a CSS selector: ${why}`);
    }
  }
}

function problemOf(error: unknown, selector: string): string {
  if (/::(?:text|attr\b)/.test(selector)) return 'leave out ::text, and write @href instead of ::attr(href)';
  return (error instanceof Error ? error.message : String(error)).replace(/, found $/, '; it ends too early');
}

function checkName(name: string): void {
  const problem = !NAME.test(name)
    ? 'use letters, digits, _, - and ., and begin with a letter'
    : name.length > MAX_NAME_LENGTH
      ? `it is longer than ${MAX_NAME_LENGTH} characters`
      : TAKEN.has(name)
        ? 'every entry has a column of this name; choose another'
        : null;
  if (problem !== null) throw new SelectorError('invalid-field', `select: the field name ${quote(name)}: ${problem}`);
}
