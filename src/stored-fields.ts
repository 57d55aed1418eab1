/** Fields of a stored value, which may be damaged: any of them may be missing, or of another type. */
export type StoredFields = Readonly<Record<string, unknown>>;

const NO_FIELDS: StoredFields = {};

/** The value of a JSON text, which may be damaged; null if there is none or it is not JSON. */
export function jsonValue(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

/** The fields of a stored value; none if it is not an object. */
export function fieldsOf(value: unknown): StoredFields {
  return isObject(value) ? value : NO_FIELDS;
}

/** The fields of a stored JSON text; none if there is none, or it is damaged, as anything in a database may be. */
export function storedFields(json: string | null): StoredFields {
  return fieldsOf(jsonValue(json));
}

/** The value if it is a number; otherwise null. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Whether a field is a text or null. */
export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is StoredFields {
  return typeof value === 'object' && value !== null;
}
