import { z } from 'zod';

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'is not a name for a format; write lowercase letters, digits and hyphens');
const text = z.string().min(1, 'is empty; say in one line what the format is');

/** A function, which is checked only when it runs. */
function code(example: string): z.ZodType {
  return z.custom((value) => typeof value === 'function', `is not a function; write ${example}`);
}

/** A report format of the user. */
export const auditFormatSchema: z.ZodType = z.strictObject({
  name,
  summary: text,
  write: code('write: async (report, sink) => { … }'),
});

/** A list format of the user. */
export const listFormatSchema: z.ZodType = z.strictObject({
  name,
  description: text,
  extensions: z.array(z.string().regex(/^\.[^A-Z]+$/, "is not an extension; write it in lower case, as in '.org'")),
  matches: code('matches: (head) => false'),
  createReader: code('createReader: () => lineReader((line) => …)'),
  output: z.enum(['lines', 'document', 'links']),
  uses: z.exactOptional(z.array(z.enum(['column', 'field', 'base']))),
  hasHeading: z.exactOptional(z.literal(true)),
  merge: z.exactOptional(code('merge: (kept, merged) => kept.bytes')),
});
