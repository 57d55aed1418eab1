/** What programs of one crawl lock against each other. */
const NUMBERS = {
  /** Writing. Shared, or alone. */
  write: 0,
  /** Making or deleting the tables. */
  tables: 1,
  /** Being the source of a copy (shared), or its target. */
  copy: 2,
  /** Taking of what is left of a total. */
  total: 3,
} as const;

/** SQL for the number of an advisory lock. @param schema SQL for the schema of the crawl */
export function lockOf(name: keyof typeof NUMBERS, schema: string = 'current_schema()'): string {
  return `hashtextextended(${schema}, ${NUMBERS[name]})`;
}
