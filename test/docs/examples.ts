import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { blocksOf } from './markdown.ts';

/** A command of a `console` block, with the output that the page shows. */
export interface Example {
  /** As typed, without the prompt. */
  readonly command: string;
  readonly output: readonly string[];
  /** The index of the first line of the output in the page, from 0. */
  readonly start: number;
  /** Whether numbers may differ by a tenth: what a crawl learns, and when, depends on the time that answers take. */
  readonly isRough: boolean;
}

/** The examples of a page. */
export interface Examples {
  /** A command that runs first, from a comment `before: …` in the page; null without one. */
  readonly before: string | null;
  /** In order. The block may have a comment `about` above it. */
  readonly shown: readonly Example[];
}

export function examplesOf(page: string): Examples {
  const shown = blocksOf(page)
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines, start, comment }) => {
      const prompts = lines.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
      if (prompts[0] !== 0) throw new Error(`line ${start + 1}: a console block starts with a command`);
      return prompts.map((at, index) => ({
        command: (lines[at] ?? '').slice(2),
        output: lines.slice(at + 1, prompts[index + 1]),
        start: start + at + 1,
        isRough: comment === 'about',
      }));
    });
  return { before: /^<!-- before: (.*) -->$/m.exec(page)?.[1] ?? null, shown };
}

/**
 * Runs the examples of several pages, and returns what each command prints to the terminal, by page. See
 * `programs/run-commands.ts`.
 */
export async function run(pages: readonly Examples[]): Promise<readonly (readonly string[])[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'programs/run-commands.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NO_COLOR: '1', TZ: 'UTC', LC_ALL: 'C' } },
  );
  child.stdin.end(JSON.stringify(pages));
  const outputs: readonly (readonly string[])[] = JSON.parse(await text(child.stdout));
  return outputs;
}

/** Whether examples use the demo site. */
export function usesSite({ before, shown }: Examples): boolean {
  const lines = [before ?? '', ...shown.flatMap(({ command, output }) => [command, ...output])];
  return lines.some((line) => line.includes('broom.example'));
}

/**
 * Whether the documented output matches the real one. `…` alone in a line stands for any lines, elsewhere for any text.
 * Durations, rates, dates, times and ports may differ; with `isRough`, numbers by a tenth, and the width of columns.
 */
export function matches(documented: readonly string[], real: readonly string[], isRough = false): boolean {
  const numbers: number[] = [];
  const lines = documented.map((line) => {
    if (line === '…') return '(?:.*\n)*';
    const parts = timeless(line)
      .split(isRough ? /(…| {2,}|\b\d[\d,]*\b)/ : /(…)/)
      .map((part) => {
        if (part === '…') return '.*';
        if (isRough && /^ {2,}$/.test(part)) return ' +';
        if (!isRough || !/^\d/.test(part)) return escaped(part);
        numbers.push(numberOf(part));
        return '(\\d[\\d,]*)';
      });
    return `${parts.join('')}\n`;
  });
  const found = new RegExp(`^${lines.join('')}$`).exec(real.map((line) => `${timeless(line)}\n`).join(''));
  return (
    found?.slice(1).every((digits, index) => {
      const number = numbers[index] ?? Number.NaN;
      return Math.abs(numberOf(digits) - number) <= Math.max(2, number / 10);
    }) ?? false
  );
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

/** A pattern that matches the text. */
function escaped(line: string): string {
  return line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function timeless(line: string): string {
  return line
    .replace(/\b20\d\d-\d\d-\d\d(?:T[\d:.]+Z|[ ,]+\d\d:\d\d(?: UTC)?)?/g, '<time>')
    .replace(/\b\d+(?:\.\d+)? (?:s|ms)\b/g, '<seconds>')
    .replace(/\b[\d,]+(?:\.\d)?\/s\b/g, '<rate>')
    .replace(/\b(127\.0\.0\.1):\d+/g, '$1:<port>');
}

/** The page with the real output in place of documented output that does not match. */
export function corrected(page: string, examples: readonly Example[], outputs: readonly string[]): string {
  const lines = page.split('\n');
  for (const [index, { output, start, isRough }] of [...examples.entries()].toReversed()) {
    const real = linesOf(outputs[index] ?? '');
    if (!matches(output, real, isRough)) lines.splice(start, output.length, ...real);
  }
  return lines.join('\n');
}

function linesOf(output: string): readonly string[] {
  return output === '' ? [] : output.replaceAll('\r', '').replace(/\n+$/, '').split('\n');
}
