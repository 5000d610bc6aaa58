import { ContractError } from '#shared/contract/errors.ts';

type ExactParse = (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/**
 * Reads a `sender.id` given as JSON text: a string, or an integer whose digits all stay.
 * Returns it in one spelling, ready to be put into a body as it is.
 * @throws ContractError `invalid_input`
 */
export function senderIdText(text: string): string {
  if (INTEGER.test(text)) return text;
  const value = parsedString(text);
  if (value !== undefined && value !== '' && Array.from(value).length <= 255) return JSON.stringify(value);
  throw new ContractError('invalid_input', 'The customer id is not usable', [
    { path: 'senderId', message: 'JSON text of a string of 1 to 255 characters, or of an integer' },
  ]);
}

/** Parses a body; numbers that `recipient.id` may hold come as their own digits, in an {@link ExactNumber}. */
export function parseKeepingDigits(text: string): unknown {
  const parse = JSON.parse as ExactParse;
  return parse(text, (key, value, { source }) =>
    key === 'id' && typeof value === 'number' && source !== undefined ? new ExactNumber(source) : value,
  );
}

/** A number as it was written. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

function parsedString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
