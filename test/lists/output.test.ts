import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ListError } from '../../src/lists/error.ts';
import { outputToEndOf, outputToFile, unwritable } from '../../src/lists/output.ts';
import { temporaryFolder } from '../cli/dustpan.ts';

test('concurrent files: each appears when complete, and discarded ones leave nothing', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  const folder = temporaryFolder();
  const outputs = await Promise.all(Array.from({ length: 30 }, (_, n) => outputToFile(join(folder, String(n)))));
  for (const output of outputs) output.text('x');
  await Promise.all(outputs.slice(0, 2).map((output) => output.close()));
  await Promise.all(outputs.slice(2).map((output) => output.discard()));
  expect(readdirSync(folder).toSorted()).toEqual(['0', '1']);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('a symlink of another user under a name that can be guessed is not followed', async () => {
  const folder = temporaryFolder();
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  for (const part of ['.part', `.${process.pid}.part`]) symlinkSync(victim, join(folder, `.list${part}`));
  const output = await outputToFile(join(folder, 'list'));
  output.text('http://a/');
  await output.close();
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(readFileSync(join(folder, 'list'), 'utf8')).toBe('http://a/');
});

test.each([
  ['missing/list', 'cannot write missing/list: the folder does not exist; create it, or check the path'],
  ['file/list', 'cannot write file/list: the folder does not exist; create it, or check the path'],
  ['.', '. is a folder; name a file in it'],
  ['x'.repeat(300), `cannot write ${'x'.repeat(300)}: ENAMETOOLONG: name too long`],
])('that cannot be written are named as the user named them: %s', async (name, message) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const error: unknown = await outputToFile(join(folder, name)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ListError);
  expect(String(error).replaceAll(`${folder}/`, '').replace(folder, '.')).toBe(`ListError: ${message}`);
});

test('a folder to append to is an error that says so', async () => {
  const folder = temporaryFolder();
  await expect(outputToEndOf(folder, false)).rejects.toThrow(`${folder} is a folder; name a file in it`);
});

test('a symlink stays, and the file that it leads to is replaced', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'old');
  symlinkSync('file', join(folder, 'link'));
  const output = await outputToFile(join(folder, 'link'));
  output.text('new');
  await output.close();
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('new');
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'link']);
});

test.each(['x\n', 'http://a/\nhttp://b/\nhttp://by-another-program/\n'])(
  'a list that another program changed meanwhile stays as it is: %j',
  async (text) => {
    const path = join(temporaryFolder(), 'list');
    writeFileSync(path, 'http://a/\n');
    const output = await outputToEndOf(path, false);
    output.text('http://b/\n');
    await output.flush();
    writeFileSync(path, text);
    await output.discard();
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('a list gets its old length back if what was appended is dropped', async () => {
  const path = join(temporaryFolder(), 'list');
  writeFileSync(path, 'http://a/');
  const output = await outputToEndOf(path, true);
  output.text('http://b/\nhttp://c');
  await output.flush();
  await output.discard();
  expect(readFileSync(path, 'utf8')).toBe('http://a/');
  const next = await outputToEndOf(path, true);
  next.text('http://b/\n');
  await next.close();
  expect(readFileSync(path, 'utf8')).toBe('http://a/\nhttp://b/\n');
});

test('a file whose name ends with .gz is gzipped, however long it is', async () => {
  const folder = temporaryFolder();
  const output = await outputToFile(join(folder, 'list.csv.gz'));
  const blocks = Array.from({ length: 100 }, (_, n) => `http://a.example/${n}\n`.repeat(500));
  for (const block of blocks) {
    output.text(block);
    await output.flush();
  }
  await output.close();
  expect(readdirSync(folder)).toEqual(['list.csv.gz']);
  expect(gunzipSync(readFileSync(join(folder, 'list.csv.gz'))).toString()).toBe(blocks.join(''));
});

test('a gzipped file that cannot be written is an error, and a discarded one leaves nothing', async () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/full', join(folder, 'full.gz'));
  const full = await outputToFile(join(folder, 'full.gz'));
  full.text('x');
  await expect(full.close()).rejects.toMatchObject({ code: 'disk-full' });
  await full.discard();
  const dropped = await outputToFile(join(folder, 'dropped.gz'));
  dropped.text('x');
  await dropped.flush();
  await dropped.discard();
  expect(readdirSync(folder)).toEqual(['full.gz']);
});

test.each(['EACCES', 'EROFS'])('%s: what to do', (code) => {
  const { message } = unwritable('list', Object.assign(new Error('no'), { code }));
  expect(message).toBe('no permission to write list; check its permissions, or name another file');
});
