import { describe, expect, it } from 'vitest';
import { ContractError } from '#shared/contract/errors.ts';
import { invitationOf } from './join.ts';

/** Why this is no invitation. */
function refusalOf(text: string): string | undefined {
  try {
    invitationOf(text);
  } catch (error) {
    if (error instanceof ContractError) return error.reason?.code;
    throw error;
  }
  return undefined;
}

describe('what is pasted instead of an invitation', () => {
  it.each([
    ['nothing', '', 'errors:seat.noLink'],
    ['a word', 'hello', 'errors:seat.noLink'],
    ['another page', 'https://example.com/join#no-code', 'errors:seat.noLink'],
    ['the address at which colleagues open it', 'https://192.0.2.7:8790', 'errors:seat.noLink'],
    ['the link that signs a browser in', 'https://192.0.2.7:8790/?key=abc', 'errors:seat.signInLink'],
  ])('%s', (_case, text, reason) => {
    expect(refusalOf(text)).toBe(reason);
  });
});
