import { expect, test } from 'vitest';
import { WINDOWS_1252_80_TO_9F, windows1252Steps, windows1252ToUtf8 } from '../../../crawler/page/windows-1252.ts';
import { runGivingWay } from '../../../src/give-way.ts';

const ALL = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('every byte is the character that the Encoding Standard gives it', () => {
  const text = windows1252ToUtf8(ALL).toString();
  expect(text).toHaveLength(256);
  expect(text.slice(0x80, 0xa0)).toBe(WINDOWS_1252_80_TO_9F);
  expect(text.slice(0, 0x80) + text.slice(0xa0)).toBe(
    Buffer.from([...ALL.subarray(0, 0x80), ...ALL.subarray(0xa0)]).toString('latin1'),
  );
});

test('a long text gives the same in steps', async () => {
  const text = Uint8Array.from({ length: 600_000 }, (_, at) => (at * 7919) % 256);
  expect((await runGivingWay(windows1252Steps(text))).equals(windows1252ToUtf8(text))).toBe(true);
});
