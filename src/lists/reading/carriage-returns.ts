import type { Format } from '../formats/format.ts';

/** Whether the lines of a text end in carriage returns alone, as spreadsheets write them for old Macs. */
export function endsInCarriageReturns(start: string): boolean {
  return /\r[^\r]/.test(start) && !start.includes('\n');
}

/** Exchanges carriage returns and line feeds. Twice, it changes nothing. */
export function exchanged(text: string): string {
  return text.replace(/[\r\n]/g, (end) => (end === '\r' ? '\n' : '\r'));
}

/** A format whose lines end in carriage returns. Its pieces keep them. */
export function withCarriageReturns(format: Format): Format {
  return {
    ...format,
    createReader: (options) => {
      const reader = format.createReader(options);
      const back = <T extends { readonly bytes: string }>(piece: T): T => ({ ...piece, bytes: exchanged(piece.bytes) });
      return {
        push: (bytes) => reader.push(exchanged(bytes)).map(back),
        end: () => reader.end().map(back),
      };
    },
  };
}
