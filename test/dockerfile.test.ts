import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { stagesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const STAGES = stagesOf(TEXT);

test('the Dockerfile has no mistake that its linter knows, and the linter finds one', () => {
  expect(validate(TEXT)).toEqual([]);
  expect(validate(TEXT.replace('ENTRYPOINT', 'ENTRYPONT'))).not.toEqual([]);
});

test('the image without a name is the one without a browser', () => {
  expect(STAGES.map(({ name, base }) => [name, base])).toEqual([
    ['packages', 'node:24-bookworm-slim'],
    ['build', 'packages'],
    ['base', 'debian:bookworm-slim'],
    ['browser', 'base'],
    ['dustpan', 'base'],
  ]);
  expect(STAGES.at(-1)?.steps).toEqual([]);
});

test('both images start as user 1000, and their first process reaps others', () => {
  for (const name of ['base', 'browser']) {
    const steps = STAGES.find((stage) => stage.name === name)?.steps ?? [];
    expect(steps.findLast(({ keyword }) => keyword === 'USER')?.text).toBe('1000:1000');
  }
  expect(TEXT).toMatch(/^ENTRYPOINT \["tini", "--", "dustpan"\]$/m);
});

test('the context has what is copied, and nothing that does not exist', () => {
  const kept = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const file of kept) expect(() => statSync(join(ROOT, file))).not.toThrow();
  const copied = STAGES.flatMap(({ steps }) => steps)
    .filter(({ keyword, from }) => keyword === 'COPY' && from === null)
    .flatMap(({ text }) => text.split(' ').slice(0, -1));
  expect(copied).toContain('package-lock.json');
  expect([...kept, '.']).toEqual(expect.arrayContaining(copied));
});
