/** A part of two texts: in both, only in the first (`gone`), or only in the second (`new`). */
export interface Part {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** The pieces of a URL that are compared as a whole: escapes, words, numbers, and each other character. */
const TOKEN = /%[0-9A-Fa-f]{2}|\p{L}+|\p{N}+|./gsu;
/** Cells of the table at most; larger differences are shown as one. */
const MAX_CELLS = 1 << 18;

/**
 * How a text became another one: the parts of both, in order. Joined without the `new` parts they are the first text,
 * without the `gone` parts the second. It is a longest common subsequence of their tokens; between very different long
 * texts, only what they start and end with is found.
 */
export function difference(before: string, after: string): readonly Part[] {
  const a = tokensOf(before);
  const b = tokensOf(after);
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  const middle = inMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))]);
}

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

function sharedStart(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  return start;
}

function sharedEnd(a: readonly string[], b: readonly string[], start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  return end;
}

function inMiddle(a: readonly string[], b: readonly string[]): readonly Part[] {
  if (a.length * b.length > MAX_CELLS) return [part('gone', a.join('')), part('new', b.join(''))];
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const one = a[i] ?? '';
    const other = b[j] ?? '';
    if (i < a.length && j < b.length && one === other) {
      parts.push(part('same', one));
      i++;
      j++;
    } else if (j === b.length || (i < a.length && at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))) {
      parts.push(part('gone', one));
      i++;
    } else {
      parts.push(part('new', other));
      j++;
    }
  }
  return parts;
}

/** For each pair of rests of both lists, the length of their longest common subsequence. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? at(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1));
    }
  }
  return lengths;
}

function at(lengths: Uint32Array, index: number): number {
  return lengths[index] ?? 0;
}

function same(tokens: readonly string[]): readonly Part[] {
  return tokens.map((text) => part('same', text));
}

function part(kind: Part['kind'], text: string): Part {
  return { kind, text };
}

/** Joins neighbours of one kind. Between two equal parts, what is gone comes before what is new. */
function joined(parts: readonly Part[]): readonly Part[] {
  const whole: Part[] = [];
  let gone = '';
  let added = '';
  const settle = (): void => {
    if (gone !== '') whole.push(part('gone', gone));
    if (added !== '') whole.push(part('new', added));
    gone = added = '';
  };
  for (const { kind, text } of parts) {
    if (kind === 'gone') gone += text;
    else if (kind === 'new') added += text;
    else {
      settle();
      const last = whole.at(-1);
      if (last?.kind === 'same') whole[whole.length - 1] = part('same', last.text + text);
      else whole.push(part('same', text));
    }
  }
  settle();
  return whole;
}
