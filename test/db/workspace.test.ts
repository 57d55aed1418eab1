import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteWorkspace } from '../../db/workspace.ts';
import type { Workspace } from '../../src/dedup/workspace.ts';
import { MemoryWorkspace } from '../dedup/memory-workspace.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What every workspace does. */
describe.each([
  ['MemoryWorkspace', () => new MemoryWorkspace()],
  ['SqliteWorkspace', () => new SqliteWorkspace()],
])('%s', (_, create: () => Workspace) => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = create();
  });
  afterEach(() => workspace.close());

  const read = (series: number): string[] =>
    Array.from(workspace.read(series), (block) => Buffer.from(block).toString('latin1'));

  test('a series returns its own blocks in the order of arrival', () => {
    for (const [index, series] of [1, 2, 1, 2 ** 36 + 7, 1].entries()) workspace.append(series, bytes(`${index}`));
    expect([read(1), read(2), read(2 ** 36 + 7), read(3)]).toEqual([['0', '2', '4'], ['1'], ['3'], []]);
  });

  test('a block keeps its bytes even if the caller changes the array', () => {
    const block = bytes('\0\xff\xe4a');
    workspace.append(1, block);
    block.fill(0);
    workspace.append(1, block.subarray(1, 2));
    expect(read(1)).toEqual(['\0\xff\xe4a', '\0']);
  });

  test('a dropped series is empty and can be filled again; other series stay', () => {
    for (const series of [1, 2]) workspace.append(series, bytes('old'));
    workspace.drop(1);
    workspace.drop(9);
    expect([read(1), read(2)]).toEqual([[], ['old']]);
    workspace.append(1, bytes('new'));
    expect(read(1)).toEqual(['new']);
  });

  test('one series is read while others are written and dropped', () => {
    for (let i = 0; i < 5; i++) workspace.append(1, bytes(`${i}`));
    workspace.append(2, bytes('x'));
    const seen: string[] = [];
    for (const block of workspace.read(1)) {
      seen.push(Buffer.from(block).toString());
      workspace.append(3, block);
      workspace.drop(2);
      workspace.addMember({ group: 1, ordinal: seen.length, detail: '' });
    }
    expect([seen, read(3), read(2)]).toEqual([['0', '1', '2', '3', '4'], ['0', '1', '2', '3', '4'], []]);
  });

  test('members come by group and ordinal, negative ones first, with their details', () => {
    const any = fc.record({
      group: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      ordinal: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      detail: fc.uint8Array({ min: 1, maxLength: 4 }).map((codes) => String.fromCharCode(...codes)),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ ordinal }) => ordinal }), (members) => {
        workspace.close();
        workspace = create();
        for (const member of members) workspace.addMember(member);
        const sorted = members.toSorted((a, b) => a.group - b.group || a.ordinal - b.ordinal);
        expect([...workspace.members()]).toEqual(sorted);
      }),
      { numRuns: 50 },
    );
  });

  test('a text is new only once, whatever its bytes', () => {
    const texts = ['a', '\0\xff', '', 'a', '\0\xff', '\0', ''];
    expect(texts.map((text) => workspace.addText(bytes(text)))).toEqual([true, true, true, false, false, true, false]);
  });

  test('the workspace can be closed after reading only some members', () => {
    for (const ordinal of [1, 2, 3]) workspace.addMember({ group: 0, ordinal, detail: '' });
    for (const { ordinal } of workspace.members()) if (ordinal === 2) break;
    expect(() => workspace.close()).not.toThrow();
    workspace = create();
  });
});

test.skipIf(process.platform === 'win32')('a disk that is full from the start is reported', () => {
  const url = join(import.meta.dirname, '../../db/workspace.ts');
  const open = `import { SqliteWorkspace } from ${JSON.stringify(url)};
    try { new SqliteWorkspace(); } catch (error) { console.log(error.code); }`;
  const limited = [`ulimit -f 0; exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', open];
  expect(spawnSync('sh', ['-c', ...limited], { encoding: 'utf8' })).toMatchObject({
    stdout: 'disk-full\n',
    stderr: '',
  });
});
