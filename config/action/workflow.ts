/** What GitHub reads from standard output: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
import { randomUUID } from 'node:crypto';

/** Prints an annotation. */
export function annotate(kind: 'error' | 'warning' | 'notice', text: string): void {
  const data = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${kind} title=dustpan::${data}\n`);
}

/** Runs work whose output others write. GitHub takes no line of it for a command. */
export async function withoutCommands<T>(work: () => Promise<T> | T): Promise<T> {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n`);
  try {
    return await work();
  } finally {
    process.stdout.write(`\n::${token}::\n`);
  }
}
