import type { ReportEntry } from '../format.ts';

/** The selected values of an entry's page, by field; null if there are none or they are damaged. */
export function fieldsOf({ details }: ReportEntry): Readonly<Record<string, readonly string[]>> | null {
  try {
    const fields: unknown = JSON.parse(details?.fields ?? 'null');
    if (typeof fields !== 'object' || fields === null) return null;
    return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, [values].flat().map(String)]));
  } catch {
    return null;
  }
}
