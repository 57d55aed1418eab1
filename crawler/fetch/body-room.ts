/** Bytes of a body that need no room: most pages have fewer. */
const FREE = 512 * 1024;
/** Bytes that room is given for at a time. */
const STEP = 1024 * 1024;
/** Bytes that all bodies under way may have together, what each has free left out. */
const ALL = 8 * 1024 * 1024;

/**
 * Bounds the bytes of all bodies that are downloaded, unpacked or read at one time: a crawl of large pages takes as much
 * memory as a few of them, whatever the number of its fetches. The body that came first is always given room, so that
 * one comes to its end, and the others after it.
 */
export class BodyRoom {
  readonly #bytes: number;
  /** The oldest first. */
  readonly #shares = new Set<BodyShare>();

  constructor(bytes: number = ALL) {
    this.#bytes = bytes;
  }

  /** Bytes that room was given for. */
  get taken(): number {
    return [...this.#shares].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** A share for the body of one fetch, without room as yet. */
  share(): BodyShare {
    return new BodyShare(this);
  }

  /** Gives a share more room; later, where there is none. */
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

/** What one fetch has of the room. */
export class BodyShare {
  bytes = 0;
  /** More than it has while it waits. */
  wanted = 0;
  readonly #room: BodyRoom;
  #resolve: () => void = () => {};

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  /**
   * Takes room for a body that has come to be that long.
   *
   * @returns null where it may go on at once; else what it is to wait for
   */
  reach(length: number): Promise<void> | null {
    if (length <= FREE + this.bytes) return null;
    return this.#room.grant(this, Math.ceil((length - FREE) / STEP) * STEP);
  }

  /** Gives all of it back: the body is needed no more. */
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
