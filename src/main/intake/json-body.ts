import { isVisible } from '#shared/domain/visible-text.ts';
import { isUtf8 } from 'node:buffer';
import { invalidRequest } from './request-problem.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const MAX_DEPTH = 32;
const BYTE_ORDER_MARK = 0xfeff;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A number with all its digits as written. */
export class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Parses a JSON object in UTF-8 that is safe to walk. Throws RequestProblem 400. */
export function parseJsonBody(body: Buffer): { readonly text: string; readonly value: JsonObject } {
  if (!isUtf8(body)) throw invalidRequest(phrase('errors:calls.notUtf8'));
  const whole = body.toString('utf8');
  const text = whole.charCodeAt(0) === BYTE_ORDER_MARK ? whole.slice(1) : whole;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest(phrase('errors:calls.notJson'));
  }
  if (!isJsonObject(value)) throw invalidRequest(phrase('errors:calls.notObject'));
  rejectUnsafe(value, 1);
  return { text, value };
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same with every number as Digits, to keep precision beyond 2^53. */
export function parseKeepingDigits(text: string): JsonObject {
  const keep = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
    typeof value === 'number' ? new Digits(context.source ?? String(value)) : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as JsonObject;
}

/** The same text for equal values: sorted keys, numbers as written. */
export function canonicalJson(value: unknown): string {
  if (value instanceof Digits) return value.source;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  let inner = '';
  for (const key of Object.keys(value).sort())
    inner += `${inner === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key])}`;
  return `{${inner}}`;
}

function rejectUnsafe(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw invalidRequest(phrase('errors:calls.deep', { levels: MAX_DEPTH }));
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor') throw invalidRequest(phrase('errors:calls.key', { key }));
    const inner: unknown = (value as JsonObject)[key];
    if (typeof inner === 'object' && inner !== null) rejectUnsafe(inner, depth + 1);
  }
}

interface FieldSchema {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: unknown };
}
export type OptionalFields = Readonly<Record<string, FieldSchema>>;

/** Reads each valid field; `notes` name those that are dropped as invalid or cut. Absent and null are left out. */
export function readOptionalFields(
  from: JsonObject,
  fields: OptionalFields,
  prefix: string,
  notes: Phrase[],
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = from[name];
    const schema = fields[name];
    if (value === undefined || value === null || schema === undefined) continue;
    const { success, data } = schema.safeParse(value);
    // What nobody can see is not said.
    if (!success || (typeof data === 'string' && !isVisible(data)))
      notes.push(phrase('errors:calls.dropped', { field: `${prefix}.${name}` }));
    else {
      read[name] = data;
      if (isCut(value, data))
        notes.push(phrase('errors:calls.cut', { field: `${prefix}.${name}`, most: Array.from(data).length }));
    }
  }
  return read;
}

/** Nothing else in a field's schema shortens a text. */
function isCut(value: unknown, read: unknown): read is string {
  return typeof value === 'string' && typeof read === 'string' && read.length < value.length;
}
