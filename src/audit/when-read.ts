/** Makes a value when it is read, and again when it is read after nobody has used it for some time. */
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
