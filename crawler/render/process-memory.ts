import { readdir, readFile } from 'node:fs/promises';

/**
 * The memory of all processes of a group, in bytes; each has its part of what they share. Null where the system does not
 * tell, which is everywhere but on Linux.
 */
export async function groupMemory(group: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(pids.map((pid) => memoryIn(pid, group)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The memory of a process, in bytes; 0 if it is of another group, or has ended. */
async function memoryIn(pid: string, group: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    // After the name, which may contain anything: state, parent, group.
    const [, , own] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    if (Number(own) !== group) return 0;
    const [, kilobytes = 0] = /^Pss: *(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
