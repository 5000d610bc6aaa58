import type { JsonObject } from './json-body.ts';

interface FieldSchema {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: unknown };
}
export type OptionalFields = Readonly<Record<string, FieldSchema>>;

/** Each field that fits; what does not is dropped, what is too long is cut, and `notes` say so. Absent and null ones are simply absent. */
export function readOptionalFields(
  from: JsonObject,
  fields: OptionalFields,
  prefix: string,
  notes: string[],
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const value = from[name];
    if (value === undefined || value === null) continue;
    const { success, data } = schema.safeParse(value);
    if (!success) notes.push(`${prefix}.${name} was dropped: it is not what the field holds`);
    else {
      read[name] = data;
      if (isCut(value, data))
        notes.push(`${prefix}.${name} was too long: its first ${Array.from(data).length} characters are kept`);
    }
  }
  return read;
}

/** Nothing else that a field's schema does to a text makes it shorter. */
function isCut(value: unknown, read: unknown): read is string {
  return typeof value === 'string' && typeof read === 'string' && read.length < value.length;
}
