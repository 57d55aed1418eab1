import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '../..');

/** The Markdown files of the project, relative to its root. */
export function markdownFiles(): readonly string[] {
  return globSync(['*.md', 'docs/**/*.md', 'examples/{,*/}*.md'], { cwd: ROOT }).toSorted();
}

export function readPage(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** A fenced block of code. */
export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** The index of its first line in the page, from 0, without the fence. */
  readonly start: number;
  /** The text of an HTML comment in the line above the fence; empty without one. */
  readonly comment: string;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, indent = '', fence, language = ''] = /^( *)(`{3,}|~{3,})([\w-]*)/.exec(lines[index] ?? '') ?? [];
    if (fence === undefined) continue;
    const start = index + 1;
    do index++;
    while (index < lines.length && lines[index] !== `${indent}${fence}`);
    const comment = /^ *<!--(.*)-->$/.exec(lines[start - 2] ?? '')?.[1]?.trim() ?? '';
    blocks.push({ language, lines: lines.slice(start, index), start, comment });
  }
  return blocks;
}

/** A page without its fenced blocks, comments and inline code: the text that can have links. */
export function proseOf(page: string): string {
  return page
    .replace(/^( *)(`{3,}|~{3,}).*\n[^]*?^\1\2$/gm, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, '``');
}

/** The anchors of a page: those that code hosts make from headings, and those of `<a id="…">`. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const withoutBlocks = page.replace(/^( *)(`{3,}|~{3,}).*\n[^]*?^\1\2$/gm, '');
  for (const [, heading = ''] of withoutBlocks.matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
    const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\(.)/g, '$1');
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let name = anchor;
    for (let number = 1; anchors.has(name); number++) name = `${anchor}-${number}`;
    anchors.add(name);
  }
  for (const [, id = ''] of page.matchAll(/<a (?:id|name)="([^"]*)"/g)) anchors.add(id);
  return anchors;
}
