import type { Output } from '../lists/output.ts';
import { encodeBytes } from '../text/bytes.ts';
import type { ReportedMember } from './reported-group.ts';

/** Receives groups one after another, each member by member: millions of members may be more than a string can hold. */
export interface GroupSink {
  /** Begins a group. `kept` is the URL that stays; null if none does. */
  readonly begin: (key: string, kept: string | null) => void;
  readonly member: (member: ReportedMember) => void;
  readonly end: () => void;
  readonly flush: Output['flush'];
}

/** Writes each group as one JSON object per line. */
export function groupsInto(output: Output): GroupSink {
  let separator = '';
  return {
    begin: (key, kept) => {
      output.text(encodeBytes(`{"key":${JSON.stringify(key)},"kept":${JSON.stringify(kept)},"members":[`));
      separator = '';
    },
    member: (member) => {
      output.text(encodeBytes(separator + JSON.stringify(member)));
      separator = ',';
    },
    end: () => output.text(']}\n'),
    flush: () => output.flush(),
  };
}
