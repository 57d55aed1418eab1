/** Where a secret was planted. */
export interface Planted {
  readonly place: string;
  readonly form: string;
}

/** Makes secrets that stand nowhere else, and finds them again in whatever a program gives out. */
export class Secrets {
  readonly #planted: Planted[] = [];
  readonly #found = new Map<number, Set<string>>();

  get planted(): readonly Planted[] {
    return this.#planted;
  }

  plant(planted: Planted): string {
    return `S3cr3t${this.#planted.push(planted) - 1}Z`;
  }

  /** Takes note of the secrets in what was given out, however they are written there. */
  search(output: string | Uint8Array, where: string): void {
    const text = typeof output === 'string' ? output : Buffer.from(output).toString('latin1');
    for (const written of spellings(text)) {
      for (const [, index] of written.matchAll(/s3cr3t(\d+)z/gi)) this.#note(Number(index), where);
    }
  }

  /** Where each of those came out that did. */
  get found(): readonly (Planted & { readonly where: readonly string[] })[] {
    return [...this.#found].flatMap(([index, where]) => {
      const planted = this.#planted[index];
      return planted === undefined ? [] : [{ ...planted, where: [...where] }];
    });
  }

  #note(index: number, where: string): void {
    const places = this.#found.get(index);
    if (places === undefined) this.#found.set(index, new Set([where]));
    else places.add(where);
  }
}

/** A text, and what stands in it as escapes, as base64 and with two bytes a character. */
function* spellings(text: string): Generator<string> {
  yield text;
  yield text.replaceAll('\0', '');
  yield text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  for (const [run] of text.matchAll(/[\w+/-]{12,}/g)) {
    for (const start of [0, 1, 2, 3]) yield Buffer.from(run.slice(start), 'base64').toString('latin1');
  }
}
