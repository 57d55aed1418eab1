import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../../src/is-running.ts';

/** What identifies a process among all that may have the same file open. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its start in clock ticks since boot; null if the system does not tell (only Linux does). */
  readonly start: string | null;
  /** The namespace that its number belongs to; null if the system does not tell. Containers have their own. */
  readonly namespace: string | null;
  /** The host name of its machine or container. */
  readonly host: string;
}

/** This process. */
export function ownProcess(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid), namespace: ownNamespace(), host: hostname() };
}

/** The number of this boot of the machine; null if the system does not tell. */
export function bootOfMachine(): string | null {
  return unlessMissing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
}

/** The time since the machine booted, in milliseconds. All its processes read the same time, and nobody sets it. */
export function timeSinceBoot(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * Whether a process of this machine is known to have ended. False for a process of another container, about which its
 * number says nothing.
 */
export function hasEnded(other: ProcessIdentity): boolean {
  const namespace = ownNamespace();
  const isTold = namespace !== null && other.namespace !== null;
  if (isTold ? namespace !== other.namespace : other.host !== hostname()) return false;
  // If the process started at another time, it merely has the number of the one that ended.
  return !isRunning(other.pid) || startOf(other.pid) !== other.start;
}

function ownNamespace(): string | null {
  return unlessMissing(() => readlinkSync('/proc/self/ns/pid'));
}

/** As in `ProcessIdentity`; `ended` for a process that has ended and only waits for its parent. */
function startOf(pid: number): string | null {
  const stat = unlessMissing(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The second field, the program's name in parentheses, may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
}

function unlessMissing(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
