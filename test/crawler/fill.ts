/** Repeats the piece up to at least that length. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}
