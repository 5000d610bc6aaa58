import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { OperatorDirectory } from '#main/engine/engine.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How long a sign-in lasts without a visit. */
export const SESSION_TTL = 30 * DAY;

/** A session is renewed by a visit when it is at least this old. */
const RENEW_AFTER = DAY;

const content = z.object({ operator: z.string(), key: z.string(), until: z.number() });

interface Session {
  readonly operatorId: string;
  /** a visit should be answered with a fresh session */
  readonly stale: boolean;
}

export interface Sessions {
  /** the cookie's value for this operator; undefined where there is no such operator */
  readonly issue: (operatorId: string) => string | undefined;
  /** undefined: not ours, changed, expired, or the operator's access key is another by now */
  readonly read: (value: string) => Session | undefined;
}

/** Sessions that need no store: signed values that a restart does not end, and a new access key does. */
export function createSessions(options: {
  readonly key: Buffer;
  readonly operators: OperatorDirectory;
  /** wall clock, milliseconds: sessions outlive the process, so no monotonic time can end them */
  readonly wall: () => number;
}): Sessions {
  const sign = (body: string): Buffer => createHmac('sha256', options.key).update(body).digest();

  const issue = (operatorId: string): string | undefined => {
    const key = options.operators.keyFingerprint(operatorId);
    if (key === undefined) return undefined;
    const text = JSON.stringify({ operator: operatorId, key, until: options.wall() + SESSION_TTL } satisfies z.input<
      typeof content
    >);
    const body = Buffer.from(text).toString('base64url');
    return `${body}.${sign(body).toString('base64url')}`;
  };

  const read = (value: string): Session | undefined => {
    const [body = '', signature = ''] = value.split('.');
    const given = Buffer.from(signature, 'base64url');
    const right = sign(body);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const session = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    const now = options.wall();
    if (session.until <= now || options.operators.keyFingerprint(session.operator) !== session.key) return undefined;
    return { operatorId: session.operator, stale: session.until - now < SESSION_TTL - RENEW_AFTER };
  };

  return { issue, read };
}
