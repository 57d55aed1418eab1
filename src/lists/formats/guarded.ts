import { DustpanError } from '../../error.ts';
import { thrown } from '../../text/wording.ts';
import { FormatError } from '../error.ts';
import type { Format, Piece } from './format.ts';

/**
 * A format of the user, held to the contract. An error that it throws, a piece of the wrong shape and lost bytes become a
 * {@link FormatError} that names the format.
 */
export function guardedFormat(format: Format): Format {
  const { name } = format;
  const guard = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw error instanceof DustpanError ? error : failed(name, `threw ${thrown(error)}`);
    }
  };
  const { merge } = format;
  return {
    ...format,
    matches: (head) => guard(() => format.matches(head)),
    createReader: (options) => {
      const reader = guard(() => format.createReader(options));
      const whole = new Whole(name, format.output !== 'links');
      return {
        push: (bytes) => {
          whole.read(bytes);
          return whole.checked(guard(() => reader.push(bytes)));
        },
        end: () => {
          const pieces = whole.checked(guard(() => reader.end()));
          whole.end();
          return pieces;
        },
      };
    },
    ...(merge !== undefined && { merge: (kept, merged) => guard(() => merge(kept, merged)) }),
  };
}

function failed(name: string, problem: string): FormatError {
  return new FormatError('format-failed', `the list format ${name} ${problem}; correct the format`);
}

/** Checks that the pieces of a document join to the document. */
class Whole {
  readonly #name: string;
  readonly #isWhole: boolean;
  /** What was read, but is in no piece yet. */
  #pending = '';

  /** @param isWhole false for a format that lists links, whose pieces are its own */
  constructor(name: string, isWhole: boolean) {
    this.#name = name;
    this.#isWhole = isWhole;
  }

  read(bytes: string): void {
    if (this.#isWhole) this.#pending += bytes;
  }

  checked(pieces: readonly Piece[]): readonly Piece[] {
    if (!Array.isArray(pieces) || !pieces.every(isPiece)) {
      throw failed(this.#name, 'returned something else than pieces, which have bytes, a url or null, and a line');
    }
    if (!this.#isWhole) return pieces;
    const joined = pieces.map(({ bytes }) => bytes).join('');
    if (!this.#pending.startsWith(joined)) throw failed(this.#name, 'changed the document between its entries');
    this.#pending = this.#pending.slice(joined.length);
    return pieces;
  }

  end(): void {
    if (this.#pending !== '') throw failed(this.#name, `lost the last ${this.#pending.length} bytes of the document`);
  }
}

function isPiece(piece: Piece | null): boolean {
  if (typeof piece?.bytes !== 'string' || typeof piece.line !== 'number') return false;
  return piece.url === null || typeof piece.url === 'string';
}
