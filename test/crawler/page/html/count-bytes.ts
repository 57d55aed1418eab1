/** A page, and how many of its bytes were read or copied: a measure of time that is the same on any machine. */
export class CountedPage {
  readonly bytes: Buffer;
  work = 0;

  constructor(html: string) {
    this.bytes = new Proxy(Buffer.from(html), {
      get: (target, key) => {
        if (typeof key === 'string' && key.charCodeAt(0) <= 0x39) {
          this.work++;
          return target[Number(key)];
        }
        if (key !== 'toString') return boundOf(target, Reflect.get(target, key, target));
        return (encoding: BufferEncoding, start = 0, end = target.length): string => {
          this.work += end - start;
          return target.toString(encoding, start, end);
        };
      },
    });
  }
}

function boundOf(target: Buffer, value: unknown): unknown {
  return typeof value === 'function' ? value.bind(target) : value;
}
