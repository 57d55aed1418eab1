/** Works with something opened, and closes it at the end, also if the work fails. */
export async function closing<Opened extends { readonly close: () => Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
