/** Covers: src/report/{format,graph}.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dot } from '../../../src/report/crawl/dot.ts';
import { entry, redirectTo, write } from '../writing.ts';

/** Tokens of the DOT language (https://graphviz.org/doc/info/lang.html). Throws on invalid input. */
function tokens(text: string): readonly string[] {
  const token = /\s+|\/\/.*|("(?:\\"|[^"])*"|->|[{}[\];=]|[A-Za-z_]\w*|\d+)/y;
  const found: string[] = [];
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`no token at ${at}: ${text.slice(at, at + 20)}`);
    if (match[1] !== undefined) found.push(match[1]);
  }
  return found;
}

/** The edges of a graph that consists only of statements in the forms that we write. */
function edges(text: string): readonly (readonly string[])[] {
  const graph = tokens(text).join(' ');
  const [, body = ''] = /^digraph aliases \{ rankdir = LR ; node \[ shape = box \] ; (.*)\}$/.exec(graph) ?? [];
  const edge = /("[^"]*") -> ("[^"]*") \[ (label = "\d*"|style = dashed) \] ; /y;
  const found: string[][] = [];
  while (edge.lastIndex < body.length) {
    const match = edge.exec(body);
    if (match === null) throw new Error(`no edge in ${body}`);
    found.push(match.slice(1));
  }
  return found;
}

describe('dot', () => {
  test('redirects with their status, canonicals dashed, claims dotted', async () => {
    const { text, notes } = await write(dot, [
      entry('http://h/'),
      redirectTo('http://h/a', 'http://h/'),
      entry('http://h/b', { aliasOf: 'http://h/', aliasBy: 'canonical' }),
      entry('http://h/c', { aliasOf: 'http://h/', aliasBy: 'equivalence' }),
    ]);
    expect(text).toBe(
      'digraph aliases {\n  rankdir=LR;\n  node [shape=box];\n' +
        '  "http://h/a" -> "http://h/" [label="301"];\n  "http://h/b" -> "http://h/" [style=dashed];\n' +
        '  "http://h/c" -> "http://h/" [style=dotted];\n}\n',
    );
    expect(notes).toEqual([]);
  });

  test('no key ends its string or becomes an escape or a character reference', async () => {
    const key = fc.string({ unit: fc.constantFrom(...'"\\&;N[]{}->/ab '.split('')) }).map((end) => `http://h/${end}`);
    await fc.assert(
      fc.asyncProperty(key, key, async (from, to) => {
        const { text } = await write(dot, [redirectTo(from, to)]);
        const [nodes = [], ...others] = edges(text);
        expect(others).toEqual([]);
        const readBack = nodes.slice(0, 2).map((node) => {
          expect(node).not.toMatch(/\\|&(?!amp;)/);
          return node.slice(1, -1).replaceAll('&amp;', '&').replaceAll('%22', '"').replaceAll('%5C', '\\');
        });
        expect(readBack).toEqual([from, to]);
      }),
    );
  });

  test('leaves out edges beyond 10,000 and says how many', async () => {
    const entries = Array.from({ length: 10_003 }, (_, n) => redirectTo(`http://h/${n}`, 'http://h/'));
    const { text, notes } = await write(dot, entries);
    expect(edges(text)).toHaveLength(10_000);
    expect(text).toContain('// left out: 3 more');
    expect(notes).toEqual(['left out: 3 aliases beyond the first 10000']);
  });
});
