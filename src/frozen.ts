/** Freezes a table of plain objects and lists, at any depth. */
export function frozen<T>(table: T): T {
  if (typeof table !== 'object' || table === null) return table;
  for (const part of Object.values(table)) frozen(part);
  return Array.isArray(table) || Object.getPrototypeOf(table) === Object.prototype ? Object.freeze(table) : table;
}
