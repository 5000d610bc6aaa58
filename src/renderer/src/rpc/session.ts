import { Unreachable } from './transport.ts';

export type SignInResult = 'signed_in' | 'wrong_key' | 'too_many_tries';

/** Trades an access key for the session cookie (browser only). Rejects with `Unreachable` where nobody answers. */
export async function signIn(accessKey: string): Promise<SignInResult> {
  const response = await send('/session', { accessKey });
  if (response.ok) return 'signed_in';
  if (response.status === 429) return 'too_many_tries';
  if (response.status === 401 || response.status === 400) return 'wrong_key';
  throw new Unreachable(`status ${String(response.status)}`);
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await send('/sign-out', {});
}

async function send(path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable(error);
  }
}
