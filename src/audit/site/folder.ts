/** The folder of a page's path: `/shop/` for `/shop/broom` and for `/shop/broom/`. */
export function folderOf(path: string): string {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 2 : path.length - 1;
  return path.slice(0, path.lastIndexOf('/', end) + 1) || '/';
}

/** How many levels of folders to look at. */
const MAX_LEVELS = 50;

/** A folder and the folders around it, innermost first, without the root. */
export function foldersAround(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let one = folder; one !== '/' && folders.length < MAX_LEVELS; one = folderOf(one)) folders.push(one);
  return folders;
}
