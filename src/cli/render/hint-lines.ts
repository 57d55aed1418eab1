import type { MistakeCount } from '../../dedup/hints.ts';
import type { Summary } from '../../dedup/job.ts';
import { type ColumnChoice, columnOption } from '../../lists/formats/csv/csv-column.ts';
import { withoutUsualField } from '../../lists/formats/jsonl.ts';
import type { Mistake } from '../../lists/line-urls.ts';
import { counted, number } from '../../text/number.ts';
import { quoted } from './printable.ts';

/** What people should know about their lists. */
interface Hinted
  extends Pick<Summary, 'mistakes' | 'columns' | 'wideRows' | 'withoutField' | 'withoutLinks' | 'formats'> {
  /** Whether `--clean` is given. */
  readonly cleaned: boolean;
  readonly lists: number;
}

/** One line for the mistakes in plain lists, for each choice of a URL column, for rows with too many cells, and for each list without a usual field or a link. */
export function hintLines(hinted: Hinted): readonly string[] {
  const others = notCleaned(hinted);
  return [
    ...mistakeLines(hinted),
    ...(others.length === 0
      ? []
      : [`--clean has no effect on ${others.join(', ')}: it applies to lists with one URL per line`]),
    ...hinted.columns.map(({ file, ...choice }) => {
      const where = hinted.lists === 1 ? '' : `${quoted(file)}: `;
      return `${where}${quoted(columnLine(choice))}`;
    }),
    ...wideRowLines(hinted),
    ...missingLines(hinted),
  ];
}

/** One line for each list of JSON Lines without a URL in a usual field, and for each list without a link. */
export function missingLines({
  withoutField,
  withoutLinks,
  lists,
}: Pick<Hinted, 'withoutField' | 'withoutLinks' | 'lists'>): readonly string[] {
  const where = (file: string): string => (lists === 1 ? '' : `${quoted(file)}: `);
  return [
    ...withoutField.map(({ file, fields }) => `${where(file)}${quoted(withoutUsualField(fields))}`),
    ...withoutLinks.map(
      ({ file, format }) =>
        `${where(file)}no link found, read as ${format}: if that is wrong, name the format with --input-format`,
    ),
  ];
}

/** The same facts for programs. */
export function hintsAsJson(hinted: Hinted): object {
  const { mistakes, columns, wideRows, withoutField, withoutLinks, cleaned } = hinted;
  return {
    mistakes: Object.fromEntries(mistakes),
    columns,
    wideRows,
    withoutField,
    withoutLinks,
    cleaned,
    notCleaned: notCleaned(hinted),
  };
}

/** A kind of mistake in words: for one line, for several, and after `--clean`. */
const WORDS: Readonly<Record<Mistake, Readonly<Record<'one' | 'several' | 'past', string>>>> = {
  severalUrls: {
    one: 'holds more than one URL',
    several: 'hold more than one URL',
    past: 'held more than one URL',
  },
  surroundingText: {
    one: 'has text around the URL',
    several: 'have text around the URL',
    past: 'had text around the URL',
  },
  punctuation: { one: 'ends in punctuation', several: 'end in punctuation', past: 'ended in punctuation' },
};

function mistakeLines({ mistakes, cleaned, lists }: Hinted): readonly string[] {
  if (mistakes.size === 0) return [];
  const parts = Array.from(mistakes, ([mistake, { lines, first }], index) => {
    const words = WORDS[mistake];
    const what = cleaned ? words.past : lines === 1 ? words.one : words.several;
    return `${index === 0 ? counted(lines, 'line') : number(lines)} ${what} (${firstPlace(first, lists)})`;
  });
  return [cleaned ? `cleaned: ${parts.join(', ')}` : `${parts.join(', ')}: --clean splits and trims them`];
}

function wideRowLines({ wideRows, lists }: Hinted): readonly string[] {
  if (wideRows === null) return [];
  const { lines, first } = wideRows;
  const rows = `${counted(lines, 'row')} ${lines === 1 ? 'has' : 'have'} more cells than the table has columns`;
  return [
    `${rows} (${firstPlace(first, lists)}): put quotes around cells with commas, semicolons or |, or read one URL per line with --input-format lines`,
  ];
}

function firstPlace({ file, line }: MistakeCount['first'], lists: number): string {
  return `first: ${lists === 1 ? `line ${line}` : `${quoted(file)}:${line}`}`;
}

/** The formats that `--clean` leaves as they are. */
function notCleaned({ cleaned, formats }: Hinted): readonly string[] {
  return cleaned ? formats.filter((format) => format !== 'lines') : [];
}

function columnLine({ column, holdsUrls, others }: ColumnChoice): string {
  const [other] = others;
  if (other === undefined) return `column ${column}: the only one that holds URLs`;
  const [hold, too] = [others.length === 1 ? 'holds' : 'hold', holdsUrls ? ' too' : ''];
  return `column ${column}; ${others.join(', ')} ${hold} URLs${too}: ${columnOption(other)}`;
}
