/** What is wrong with a language code. */
export interface CodeProblem {
  /** The problem, as a clause about the code: `has a region that does not exist`. */
  readonly problem: string;
  /** The code that was probably meant; null if there is no likely one. */
  readonly meant: string | null;
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Reserved in ISO 3166-1 without being countries; Google names them as codes that have no effect. */
const RESERVED: ReadonlySet<string> = new Set(['EU', 'UK', 'UN', 'XA', 'XB', 'ZZ']);
/** How much of a code is read, in UTF-16 code units. The longest tags in use have 35. */
const MAX_LENGTH = 100;

/**
 * Checks an `hreflang` by BCP 47. Accepts what it cannot judge: rare languages of three letters, and regions as numbers.
 *
 * @returns null if nothing is wrong
 */
export function codeProblem(code: string): CodeProblem | null {
  const text = code.trim().slice(0, MAX_LENGTH);
  if (text.toLowerCase() === 'x-default') return null;
  const locale = localeOf(text);
  if (locale === null) return { problem: 'is not a language code', meant: validOrNull(text.replaceAll('_', '-')) };
  const [language = '', ...others] = text.split('-');
  return languageProblem(language, others.join('-')) ?? regionProblem(text);
}

function localeOf(code: string): Intl.Locale | null {
  try {
    return new Intl.Locale(code);
  } catch {
    return null;
  }
}

function validOrNull(code: string): string | null {
  return localeOf(code) !== null && codeProblem(code) === null ? code : null;
}

function languageProblem(language: string, rest: string): CodeProblem | null {
  const withRest = (other: string): string => (rest === '' ? other : `${other}-${rest}`);
  const [normal = ''] = Intl.getCanonicalLocales(language);
  if (language.length === 3 && /^[a-z]{2}$/.test(normal)) {
    return { problem: 'has a language of three letters that has a code of two', meant: withRest(normal) };
  }
  if (language.length === 3 || LANGUAGES.of(language) !== undefined) return null;
  const isCountry = language.length === 2 && isCountryCode(language.toUpperCase());
  const spoken = isCountry ? new Intl.Locale(`und-${language}`).maximize().language : null;
  const problem = isCountry ? 'has a country in place of the language' : 'has a language that does not exist';
  return { problem, meant: spoken === null || spoken === 'und' ? null : withRest(spoken) };
}

function regionProblem(code: string): CodeProblem | null {
  // The region as written: a Locale replaces codes that are no longer in use.
  const parts = code.split('-');
  const at = parts.findIndex((part, index) => index > 0 && /^[a-z]{2}$/i.test(part));
  const region = parts[at]?.toUpperCase();
  // After a single letter, parts are extensions.
  if (region === undefined || parts.slice(0, at).some((part) => part.length === 1) || isCountryCode(region))
    return null;
  const successor = new Intl.Locale(`und-${region}`).region ?? region;
  const meant = isCountryCode(successor) ? parts.with(at, successor).join('-') : null;
  return { problem: 'has a region that does not exist', meant };
}

/** Codes that ISO 3166-1 has withdrawn have a successor. */
function isCountryCode(region: string): boolean {
  if (RESERVED.has(region) || REGIONS.of(region) === undefined) return false;
  return new Intl.Locale(`und-${region}`).region === region;
}
