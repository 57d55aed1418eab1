/** Makes a value when it is first read, and again when it is read after garbage collection has freed it. */
export function whenRead<T extends object>(make: () => T): () => T {
  let made: WeakRef<T> | null = null;
  return () => {
    const known = made?.deref();
    if (known !== undefined) return known;
    const value = make();
    made = new WeakRef(value);
    return value;
  };
}
