/** The first segment of a path with its slashes, as claims split a site; `/` at the top. */
export function sectionOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? '/' : path.slice(0, end + 1);
}
