import { readFileSync } from 'node:fs';
import { type Comment, type ParamPattern, type Program, parseSync, type Span } from 'oxc-parser';
import { type DocComment, parseDocComment } from './doc-comment.ts';

/** A parsed TypeScript file. */
export class SourceFile {
  readonly path: string;
  readonly program: Program;
  readonly #text: string;
  readonly #comments: readonly Comment[];

  /** @throws {Error} if the file cannot be read or has a syntax error */
  constructor(path: string) {
    this.path = path;
    this.#text = readFileSync(path, 'utf8');
    const { program, comments, errors } = parseSync(path, this.#text);
    if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
    this.program = program;
    this.#comments = comments;
  }

  /** The line of a node, from 1. */
  line({ start }: Span): number {
    return this.#text.slice(0, start).split('\n').length;
  }

  /** The source text of a node with its comments, unchanged. */
  source({ start, end }: Span): string {
    return this.#text.slice(start, end);
  }

  /** The source text of a node on one line and without comments; nothing if there is no node. */
  text(node: Span | null | undefined): string {
    if (node === null || node === undefined) return '';
    const inside = this.#comments.filter(({ start, end }) => start >= node.start && end <= node.end);
    const starts = [node.start, ...inside.map(({ end }) => end)];
    const ends = [...inside.map(({ start }) => start), node.end];
    return oneLine(starts.map((start, i) => this.#text.slice(start, ends[i])).join(' '));
  }

  /** The doc comment in front of a node; null if there is none, an empty one, or that of the whole file. */
  doc({ start }: Span): DocComment | null {
    let before = start;
    for (const comment of this.#comments.filter(({ end }) => end <= start).toReversed()) {
      // A union may start with a bar.
      if (!/^\s*\|?\s*$/.test(this.#text.slice(comment.end, before))) return null;
      if (isOfModule(comment)) return null;
      if (isDoc(comment)) return parseDocComment(comment.value.slice(1));
      before = comment.start;
    }
    return null;
  }

  /** The comment with `@packageDocumentation` at the top of the file; null if there is none. */
  moduleDoc(): DocComment | null {
    const [first] = this.#comments;
    return first !== undefined && isOfModule(first) ? parseDocComment(first.value.slice(1)) : null;
  }

  /** A parameter as a declaration file has it: an optional one in place of its default value. */
  param(node: ParamPattern): string {
    if (node.type === 'AssignmentPattern') {
      const left = this.param(node.left);
      // Without a type, the value shows it.
      return left.includes(':') ? left.replace(/^(\{.*?\}|\w+)/, '$1?') : this.text(node);
    }
    if (node.type !== 'ObjectPattern') return this.text(node);
    const names = node.properties.map((property) => this.text(property.type === 'Property' ? property.key : property));
    const close = this.#text.indexOf('}', node.properties.at(-1)?.end ?? node.start);
    return `{ ${names.join(', ')} }${this.text({ start: close + 1, end: node.end })}`;
  }
}

function isOfModule(comment: Comment): boolean {
  return isDoc(comment) && comment.value.includes('@packageDocumentation');
}

function isDoc({ type, value }: Comment): boolean {
  return type === 'Block' && value.startsWith('*');
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,(?= [)\]}>])/g, '')
    .replaceAll(/([([<]) /g, '$1')
    .replaceAll(/ ([)\]])/g, '$1')
    .trim();
}
