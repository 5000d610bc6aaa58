import type { z } from 'zod';
import { type ErrorCode, isAnswer, MAY_CHANGE } from '#shared/contract/errors.ts';
import type { browserJoinRequest, lookRequest, LookAnswer } from '#shared/contract/joining.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { postJson } from './transport.ts';

/** Reason why an invitation can't be used. */
type JoinProblem = 'used' | 'expired' | 'unknown' | 'tooMany' | 'unreachable' | 'failed';

export interface JoinRefusal {
  readonly why: JoinProblem;
  /** true if another try may help */
  readonly mayChange: boolean;
}

const problems: { readonly [Code in ErrorCode]?: JoinProblem } = {
  invitation_used: 'used',
  invitation_expired: 'expired',
  invitation_unknown: 'unknown',
};

/** Looks up what an invitation is for, without using it. */
export function lookAtInvitation(secret: string): Promise<LookAnswer | JoinRefusal> {
  return post<LookAnswer>('/join/look', { secret } satisfies z.input<typeof lookRequest>);
}

/** Uses an invitation: this browser is signed in afterwards. */
export async function joinWithBrowser(secret: string): Promise<JoinRefusal | undefined> {
  const answer = await post<object>('/join/browser', { secret } satisfies z.input<typeof browserJoinRequest>);
  return 'why' in answer ? answer : undefined;
}

/** Finds the operator signed in in this browser; undefined: nobody. */
export async function signedInHere(): Promise<Operator | undefined> {
  const answer = await post<Operator>('/rpc/operators.me', {});
  return 'why' in answer ? undefined : answer;
}

async function post<Data extends object>(path: string, body: object): Promise<Data | JoinRefusal> {
  const response = await postJson(path, body).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  if (answer !== undefined && response?.status === 429) return { why: 'tooMany', mayChange: true };
  if (!isAnswer(answer)) return { why: 'unreachable', mayChange: true };
  if (answer.ok) return answer.data as Data;
  const { code } = answer.error;
  return { why: problems[code] ?? 'failed', mayChange: MAY_CHANGE[code] };
}
