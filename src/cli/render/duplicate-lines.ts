import type { GroupSink } from '../../dedup/group-sink.ts';
import type { ReportedMember } from '../../dedup/reported-group.ts';
import type { LineWriter } from '../io/output.ts';
import { quoted } from './printable.ts';

/** Takes groups, and prints a line for each duplicate. */
export class DuplicateLines implements GroupSink {
  /** How many duplicates there were. */
  count = 0;
  readonly #out: Pick<LineWriter, 'line' | 'flush'>;
  readonly #json: GroupSink | null;
  #first: ReportedMember | null = null;

  /** @param json receives the groups instead; null to print lines */
  constructor(out: Pick<LineWriter, 'line' | 'flush'>, json: GroupSink | null) {
    this.#out = out;
    this.#json = json;
  }

  begin(key: string, kept: string | null): void {
    this.#first = null;
    this.#json?.begin(key, kept);
  }

  member(member: ReportedMember): void {
    this.#json?.member(member);
    const first = this.#first;
    if (first === null) {
      this.#first = member;
      return;
    }
    this.count++;
    if (this.#json === null) this.#out.line(lineOf(member, first));
  }

  end(): void {
    this.#json?.end();
  }

  flush(): Promise<void> {
    return (this.#json ?? this.#out).flush();
  }
}

/** Like the messages of compilers: `FILE:LINE: …`, which editors lead to. */
function lineOf({ file, line, url, passes }: ReportedMember, first: ReportedMember): string {
  const all = [...new Set([...first.passes, ...passes])];
  const why = url === first.url ? 'identical' : all.join(', ');
  return `${quoted(file)}:${line}: ${quoted(url)} is a duplicate of line ${first.line}, ${quoted(first.url)} (${why})`;
}
