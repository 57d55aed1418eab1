import { basename, dirname, join } from 'node:path';
import type { Output } from '../../lists/output.ts';
import type { ReportFiles } from '../../report/format.ts';
import { encodeBytes } from '../../text/bytes.ts';
import type { OutputFiles } from './output-files.ts';

/** Opens the outputs of a report: the file and further files next to it, or standard output without a path and for `-`. */
export async function reportFiles(outputs: OutputFiles, path: string | undefined): Promise<ReportFiles> {
  const write = writerTo(await outputs.main(path));
  return {
    write,
    writeBeside: async (number, text) => {
      if (path === undefined || path === '-') return null;
      const [extension = ''] = /(?:\.[^.]+)?(?:\.gz)?$/i.exec(basename(path)) ?? [];
      const name = `${basename(path, extension)}-${number}${extension}`;
      const part = await outputs.file(join(dirname(path), name));
      if (part !== null) await writerTo(part)(text);
      return name;
    },
  };
}

/** Characters after which the writer waits for a slow reader. */
const FLUSHED = 1 << 17;

function writerTo(output: Output): (text: string) => Promise<void> {
  let pending = 0;
  return async (text) => {
    output.text(encodeBytes(text));
    pending += text.length;
    if (pending < FLUSHED) return;
    pending = 0;
    await output.flush();
  };
}
