import { describe, expect, test } from 'vitest';
import { manPage } from '../../config/tools/reference/man-page.ts';

describe('the man page', () => {
  test('has only macros of man pages, and no character beyond ASCII', async () => {
    const lines = (await manPage()).split('\n');
    const macros = new Set(lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(' ', 1)[0]));
    expect(macros).toEqual(new Set(['.B', '.EE', '.EX', '.I', '.PP', '.RI', '.SH', '.SS', '.TH', '.TP', '.br']));
    expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
  });
});
