/** Why a missing file cannot be read. It follows the name of the file in a message. */
export const MISSING = 'does not exist; check the path';

/** Why a folder cannot be read. */
export const FOLDER = 'is a folder; name a file';

/** How the reasons below begin for a file that is too large. */
export const TOO_LARGE = 'is too large';

/** Why a file cannot be read, and what to do. It follows the name of the file in a message. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return MISSING;
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read; check its permissions';
  if (code === 'EISDIR') return FOLDER;
  if (code === 'ERR_BUFFER_TOO_LARGE') return `${TOO_LARGE} when unpacked; choose another file`;
  if (code === 'ERR_FS_FILE_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG') return `${TOO_LARGE}; choose another file`;
  if (code.startsWith('Z_')) return 'is a damaged gzip file';
  return `cannot be read (${code || (error instanceof Error ? error.message : String(error))})`;
}
