/** The piece over and over, at least as long as that. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}
