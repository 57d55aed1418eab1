import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { narrowed, type Schema } from './narrowed.ts';

function read(folder: string, name: string): Schema {
  return JSON.parse(readFileSync(join(import.meta.dirname, folder, `${name}.schema.json`), 'utf8'));
}

test.each([
  ['config', 'user'],
  ['facts', 'user'],
  ['audit', 'dustpan'],
] as const)('what the last release wrote by %s.schema.json is still read as it was', (name, writer) => {
  expect(
    narrowed(read('golden', name), read('../../config/schema', name), writer),
    'Users have such files and programs for them: see docs/stability.md. A change that breaks them needs another `version` in the schema.',
  ).toEqual([]);
});

describe('a schema breaks an earlier one if', () => {
  const earlier = {
    type: 'object',
    properties: { a: { type: 'string', enum: ['x', 'y'] }, b: { type: 'array', items: { type: 'string' } } },
    required: ['a'],
  };
  const { a, b } = earlier.properties;

  test.each([
    ['a field goes', { ...earlier, properties: { a } }, '/b: is gone'],
    [
      'a field has another type',
      { ...earlier, properties: { a: { ...a, type: 'number' }, b } },
      '/a: type string is gone',
    ],
    ['a value goes', { ...earlier, properties: { a: { ...a, enum: ['x'] }, b } }, '/a: enum y is gone'],
    [
      'an item has another type',
      { ...earlier, properties: { a, b: { ...b, items: {} } } },
      '/b/items: type string is gone',
    ],
  ])('%s', (_, later, problem) => {
    expect(narrowed(earlier, later, 'user')).toEqual([problem]);
    expect(narrowed(earlier, later, 'dustpan')).toEqual([problem]);
  });

  test('users must write more, or may write less', () => {
    expect(narrowed(earlier, { ...earlier, required: ['a', 'b'] }, 'user')).toEqual(['/b: is required']);
    const shorter = { ...earlier, properties: { a: { ...a, maxLength: 5 }, b } };
    expect(narrowed(earlier, shorter, 'user')).toEqual(['/a: maxLength is 5']);
  });

  test('dustpan may leave out what it always wrote', () => {
    expect(narrowed(earlier, { ...earlier, required: [] }, 'dustpan')).toEqual(['/a: is not required']);
  });

  test('more fields and values break nothing', () => {
    const more = { ...earlier, properties: { a: { ...a, enum: ['x', 'y', 'z'] }, b, c: { type: 'null' } } };
    expect(narrowed(earlier, more, 'user')).toEqual([]);
    expect(narrowed(earlier, { ...more, required: ['a', 'c'] }, 'dustpan')).toEqual([]);
  });
});
