import { jsonValue } from '../src/stored-fields.ts';

/** The object in a stored JSON text; an empty one if there is none or it is damaged, as anything in a database may be. */
export function storedObject(json: string | null): Readonly<Record<string, unknown>> {
  return Object(jsonValue(json));
}

/** The value if it is a number; otherwise null. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
