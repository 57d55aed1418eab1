/** How many bytes of a body need no room; most pages are smaller. */
const FREE = 512 * 1024;
/** How many bytes of room are given at a time. */
const STEP = 1024 * 1024;
/** How many bytes all current bodies may have together, without the free bytes of each. */
const ALL = 8 * 1024 * 1024;

/**
 * Limits the bytes of all bodies that are downloaded, unpacked or read at the same time. A crawl of large pages
 * therefore takes the memory of only a few of them, however many fetches run. The oldest body always gets room, so that
 * it completes, and then the others after it.
 */
export class BodyRoom {
  readonly #bytes: number;
  /** Oldest first. */
  readonly #shares = new Set<BodyShare>();

  constructor(bytes: number = ALL) {
    this.#bytes = bytes;
  }

  /** The bytes of room given out. */
  get taken(): number {
    return [...this.#shares].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Creates a share for the body of one fetch, without room at first. */
  share(): BodyShare {
    return new BodyShare(this);
  }

  /** Gives a share more room; returns a promise if it must wait. */
  grant(share: BodyShare, bytes: number): Promise<void> | null {
    this.#shares.add(share);
    if (!this.#hasRoom(share, bytes)) return new Promise((resolve) => share.wait(bytes, resolve));
    share.bytes = bytes;
    return null;
  }

  free(share: BodyShare): void {
    if (!this.#shares.delete(share)) return;
    for (const other of this.#shares) {
      if (other.wanted > other.bytes && this.#hasRoom(other, other.wanted)) other.resume();
    }
  }

  #hasRoom(share: BodyShare, bytes: number): boolean {
    const [oldest] = this.#shares;
    return share === oldest || this.taken - share.bytes + bytes <= this.#bytes;
  }
}

/** The share of one fetch in the room. */
export class BodyShare {
  bytes = 0;
  /** More than it has, while it waits. */
  wanted = 0;
  readonly #room: BodyRoom;
  #resolve: () => void = () => {};

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  /**
   * Requests room for a body of this length, in bytes.
   *
   * @returns null if it may continue immediately; otherwise a promise to wait for
   */
  reach(length: number): Promise<void> | null {
    if (length <= FREE + this.bytes) return null;
    return this.#room.grant(this, Math.ceil((length - FREE) / STEP) * STEP);
  }

  /** Gives all room back, when the body is no longer needed. */
  release(): void {
    this.#room.free(this);
    this.bytes = 0;
    this.wanted = 0;
  }

  wait(bytes: number, resolve: () => void): void {
    this.wanted = bytes;
    this.#resolve = resolve;
  }

  resume(): void {
    this.bytes = this.wanted;
    this.#resolve();
  }
}
