import type { JsonObject } from './json-body.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

interface FieldSchema {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: unknown };
}
export type OptionalFields = Readonly<Record<string, FieldSchema>>;

/** Each field that fits; what does not is dropped, what is too long is cut, and `notes` say so. Absent and null ones are simply absent. */
export function readOptionalFields(
  from: JsonObject,
  fields: OptionalFields,
  prefix: string,
  notes: Phrase[],
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const value = from[name];
    if (value === undefined || value === null) continue;
    const { success, data } = schema.safeParse(value);
    if (!success) notes.push(phrase('errors:calls.dropped', { field: `${prefix}.${name}` }));
    else {
      read[name] = data;
      if (isCut(value, data))
        notes.push(phrase('errors:calls.cut', { field: `${prefix}.${name}`, most: Array.from(data).length }));
    }
  }
  return read;
}

/** Nothing else that a field's schema does to a text makes it shorter. */
function isCut(value: unknown, read: unknown): read is string {
  return typeof value === 'string' && typeof read === 'string' && read.length < value.length;
}
