import { SqliteWorkspace } from '../../../db/workspace.ts';
import type { Workspace } from '../../dedup/workspace.ts';

/** A workspace that is opened on first use. */
export class LazyWorkspace {
  #opened: Workspace | null = null;

  readonly open = (): Workspace => (this.#opened ??= new SqliteWorkspace());

  close(): void {
    this.#opened?.close();
  }
}
