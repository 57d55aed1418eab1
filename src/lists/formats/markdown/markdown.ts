import { decodeAttribute } from '../../reading/character-references.ts';
import { piecesPerLine } from '../../reading/line-cutter.ts';
import { baseOf, linkPiece } from '../../reading/link-piece.ts';
import type { Format, Piece, Reader } from '../format.ts';
import { type Block, BlockCutter } from './markdown-blocks.ts';
import { linksOf, type MarkdownLink } from './markdown-links.ts';

/** https://spec.commonmark.org and https://github.github.com/gfm */
export const markdown: Format = {
  name: 'markdown',
  description: 'links in a Markdown document',
  extensions: ['.md', '.markdown'],
  // Every text is Markdown, so content proves nothing.
  matches: () => false,
  createReader: ({ base }) => createMarkdownReader(base),
  output: 'links',
  uses: ['base'],
};

function createMarkdownReader(base: string | undefined): Reader {
  const baseUrl = baseOf(base);
  const blocks = new BlockCutter();
  const piecesOf = (block: Block | null): readonly Piece[] => {
    if (block === null) return [];
    const lineAt = lineCounter(block);
    return linksOf(block.text).flatMap((link) => linkPiece(urlOf(link), lineAt(link.index), baseUrl) ?? []);
  };
  const lines = piecesPerLine((line, number, pieces) => {
    for (const piece of piecesOf(blocks.push(line, number))) pieces.push(piece);
  });
  return {
    push: (bytes) => lines.push(bytes),
    end: () => [...lines.end(), ...piecesOf(blocks.end())],
  };
}

/** Converts ascending indexes to line numbers. */
function lineCounter({ text, line }: Block): (index: number) => number {
  let current = line;
  let lineEnd = text.indexOf('\n');
  return (index) => {
    for (; lineEnd >= 0 && lineEnd < index; lineEnd = text.indexOf('\n', lineEnd + 1)) current += 1;
    return current;
  };
}

function urlOf({ raw, hasEscapes }: MarkdownLink): string {
  // CommonMark 2.4: a backslash escapes ASCII punctuation.
  const text = hasEscapes ? raw.replace(/\\([!-/:-@[-`{-~])/g, '$1') : raw;
  return decodeAttribute(text, 'html');
}
