import type { Format } from '../formats/format.ts';

/** Whether the lines of a text end in carriage returns alone, as spreadsheets write them for old Macs. */
export function endsInCarriageReturns(start: string): boolean {
  return /\r[^\r]/.test(start) && !start.includes('\n');
}

/** The text with carriage returns for line feeds, and line feeds for carriage returns. Twice, it changes nothing. */
export function withLineEndsSwapped(text: string): string {
  return text.replace(/[\r\n]/g, (end) => (end === '\r' ? '\n' : '\r'));
}

/** A format whose lines end in carriage returns. Its pieces keep them. */
export function withCarriageReturns(format: Format): Format {
  return {
    ...format,
    createReader: (options) => {
      const reader = format.createReader(options);
      const back = <T extends { readonly bytes: string }>(piece: T): T => ({
        ...piece,
        bytes: withLineEndsSwapped(piece.bytes),
      });
      return {
        push: (bytes) => reader.push(withLineEndsSwapped(bytes)).map(back),
        end: () => reader.end().map(back),
      };
    },
  };
}
