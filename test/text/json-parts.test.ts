import { expect, test } from 'vitest';
import { jsonParts } from '../../src/text/json-parts.ts';

function partsOf(text: string): readonly unknown[] {
  return Array.from(jsonParts(Buffer.from(text)), ({ list, lists, bytes }) => {
    const part = Buffer.from(bytes).toString();
    return list === null ? [part, ...lists] : `${list}: ${part}`;
  });
}

test.each([
  [
    'the elements of lists, then the object that has them',
    '{"a": [{"b":[{}]}, [1]]}',
    ['a: {"b":[{}]}', 'a: [1]', ['{"a": [{"b":[{}]}, [1]]}', 'a']],
  ],
  ['no elements that are in an object', '{"a":{"b":[{}]},"c":"d"}', [['{"a":{"b":[{}]},"c":"d"}']]],
  ['lists without elements', '{"a":[],"b":[1,"{"]}', [['{"a":[],"b":[1,"{"]}', 'a', 'b']]],
  ['one object a line', '{"a":"x"}\n{"b":[{"c":1}]}\r\n', [['{"a":"x"}'], 'b: {"c":1}', ['{"b":[{"c":1}]}', 'b']]],
  [
    'brackets and quotes in strings',
    String.raw`{"a":[{"]}\"":"\\"},{"é":"\\\"}"}]}`,
    [
      String.raw`a: {"]}\"":"\\"}`,
      String.raw`a: {"é":"\\\"}"}`,
      [String.raw`{"a":[{"]}\"":"\\"},{"é":"\\\"}"}]}`, 'a'],
    ],
  ],
  ['nothing in an empty text', ' \n', []],
  ['the rest if it has no end', '{"a":1} {"b":[{"c', [['{"a":1}'], ['{"b":[{"c']]],
  ['the rest if a string has no end', '{"a":"}', [['{"a":"}']]],
  ['the rest if it is neither an object nor a list', '{}, {}', [['{}'], [', {}']]],
  ['a bracket too many', '{"a":1}]', [['{"a":1}'], [']']]],
])('a JSON text is cut into %s', (_what, text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});
