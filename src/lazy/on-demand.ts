/** Loads the function that the running work lacks; null if it lacks none. */
let missing: (() => Promise<void>) | null = null;

/** A function that throws until {@link withTables} has loaded it. */
export function onDemand<A, R>(load: () => Promise<(given: A) => R>): (given: A) => R {
  let loaded: ((given: A) => R) | null = null;
  return (given) => {
    if (loaded !== null) return loaded(given);
    missing = async () => {
      loaded = await load();
    };
    throw new Error('a table is not loaded');
  };
}

/**
 * The result of the work. If a function on demand is missing, it is loaded, and the work starts again.
 *
 * @param work synchronous; may run several times
 * @throws what the work throws, or why a function could not be loaded
 */
export async function withTables<T>(work: () => T): Promise<T> {
  for (;;) {
    let load: typeof missing;
    try {
      const result = work();
      // Something may have caught the error, as it does with the errors of custom passes.
      load = takeMissing();
      if (load === null) return result;
    } catch (error) {
      load = takeMissing();
      if (load === null) throw error;
    }
    await load();
  }
}

function takeMissing(): typeof missing {
  const load = missing;
  missing = null;
  return load;
}
