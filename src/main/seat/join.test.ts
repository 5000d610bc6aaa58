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
    ['a mail address', 'olga@example.com', 'errors:seat.noLink'],
    ['half of a link', 'https://192.0.2.7:8790/join', 'errors:seat.noLink'],
    ['half of a link of the app', 'counterbell://join/', 'errors:seat.noLink'],
    ['the address at which colleagues open it', 'https://192.0.2.7:8790', 'errors:seat.address'],
    ['an address from outside', ' https://team.example/ ', 'errors:seat.address'],
    ['an address and its port', '192.168.1.5:47801', 'errors:seat.address'],
    ['only an address', '192.168.1.5', 'errors:seat.address'],
    ['an address of IPv6', 'fd00::5', 'errors:seat.address'],
    ['one with a port', '[fd00::5]:47801', 'errors:seat.address'],
    ['a name in the network', 'till.local', 'errors:seat.address'],
    ['a name with a port', 'till:47801', 'errors:seat.address'],
    ['the link that signs a browser in', 'https://192.0.2.7:8790/?key=abc', 'errors:seat.signInLink'],
  ])('%s', (_case, text, reason) => {
    expect(refusalOf(text)).toBe(reason);
  });
});
