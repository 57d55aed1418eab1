import { groupsInto } from '../../src/dedup/group-sink.ts';
import { dedupLists, type JobOptions, type Reject, type Summary } from '../../src/dedup/job.ts';
import type { Workspace } from '../../src/dedup/workspace.ts';
import type { Output } from '../../src/lists/output.ts';
import type { Source } from '../../src/lists/source.ts';
import { MemoryWorkspace } from './memory-workspace.ts';

/** A list in memory that comes in stretches of this size; their bytes are gone when the next one is read. */
export function listOf(name: string, bytes: string, stretch = 7): Source {
  async function* stretches(): AsyncGenerator<Buffer> {
    const buffer = Buffer.alloc(stretch);
    for (let at = 0; at < bytes.length; at += stretch) {
      yield buffer.subarray(0, buffer.write(bytes.slice(at, at + stretch), 'latin1'));
      buffer.fill(0);
    }
  }
  return { name, fileName: name, size: bytes.length, bytesRead: () => 0, stretches: stretches() };
}

/** An output that keeps what it is given. */
interface Kept extends Output {
  readonly bytes: () => string;
}

function keptOutput(): Kept {
  const parts: string[] = [];
  const done = async (): Promise<void> => {};
  return {
    text: (bytes) => void parts.push(bytes),
    copy: (view, start, end) =>
      void parts.push(Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1')),
    flush: done,
    close: done,
    discard: done,
    bytes: () => parts.join(''),
  };
}

export interface Ran {
  readonly summary: Summary;
  readonly output: string;
  readonly append: string;
  readonly rejects: string;
  readonly groups: string;
  readonly undecided: string;
  readonly rejected: readonly Reject[];
}

/** Runs a job over lists in memory; what is not named is as the command has it. */
export async function run(options: Partial<JobOptions> & Pick<JobOptions, 'sources'>): Promise<Ran> {
  const [output, append, rejects, groups, undecided] = [
    keptOutput(),
    keptOutput(),
    keptOutput(),
    keptOutput(),
    keptOutput(),
  ];
  const rejected: Reject[] = [];
  const workspace: Workspace = new MemoryWorkspace();
  const summary = await dedupLists({
    against: null,
    format: null,
    ownFormats: [],
    read: {},
    cleans: false,
    canon: {},
    keep: 'first',
    selected: 'all',
    emitted: 'found',
    counts: false,
    memory: 1 << 26,
    workspace: () => workspace,
    output,
    append,
    rejects: null,
    collapsesRejects: false,
    groups: groupsInto(groups),
    undecided,
    onUndecided: null,
    cite: null,
    onReject: (reject) => rejected.push(reject),
    onProgress: () => {},
    ...options,
    ...(options.rejects !== undefined && { rejects }),
  });
  return {
    summary,
    output: output.bytes(),
    append: append.bytes(),
    rejects: rejects.bytes(),
    groups: groups.bytes(),
    undecided: undecided.bytes(),
    rejected,
  };
}
