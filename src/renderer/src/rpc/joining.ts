import type { z } from 'zod';
import { type ErrorCode, isAnswer } from '#shared/contract/errors.ts';
import type { browserJoinRequest, lookRequest, LookAnswer } from '#shared/contract/joining.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { postJson } from './transport.ts';

/** Why an invitation can't be used. */
export type JoinProblem = 'used' | 'expired' | 'unknown' | 'tooMany' | 'unreachable' | 'failed';

const problems: { readonly [Code in ErrorCode]?: JoinProblem } = {
  invitation_used: 'used',
  invitation_expired: 'expired',
  invitation_unknown: 'unknown',
};

/** What an invitation is for, without using it. */
export function lookAtInvitation(secret: string): Promise<LookAnswer | JoinProblem> {
  return post<LookAnswer>('/join/look', { secret } satisfies z.input<typeof lookRequest>);
}

/** Uses an invitation: this browser is signed in afterwards. */
export async function joinWithBrowser(secret: string): Promise<JoinProblem | undefined> {
  const answer = await post<object>('/join/browser', { secret } satisfies z.input<typeof browserJoinRequest>);
  return typeof answer === 'string' ? answer : undefined;
}

/** Who is signed in in this browser; undefined: nobody. */
export async function signedInHere(): Promise<Operator | undefined> {
  const answer = await post<Operator>('/rpc/operators.me', {});
  return typeof answer === 'string' ? undefined : answer;
}

async function post<Data>(path: string, body: object): Promise<Data | JoinProblem> {
  const response = await postJson(path, body).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  if (answer !== undefined && response?.status === 429) return 'tooMany';
  if (!isAnswer(answer)) return 'unreachable';
  return answer.ok ? (answer.data as Data) : (problems[answer.error.code] ?? 'failed');
}
