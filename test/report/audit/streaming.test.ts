import { expect, test } from 'vitest';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';
import { manyFindings } from '../html/sample-report.ts';

const report = manyFindings(10_000);

test.each(AUDIT_FORMATS)(
  '$name goes out in small pieces, each when the one before it is through',
  async ({ write }) => {
    let largest = 0;
    let isWriting = false;
    await write(report, {
      hasColors: false,
      writeBeside: async () => null,
      note: () => {},
      write: async (piece) => {
        expect(isWriting).toBe(false);
        isWriting = true;
        largest = Math.max(largest, piece.length);
        await Promise.resolve();
        isWriting = false;
      },
    });
    expect(largest).toBeGreaterThan(0);
    // The page has one element per 500 findings, and one for its script.
    expect(largest).toBeLessThan(256 * 1024);
  },
);
