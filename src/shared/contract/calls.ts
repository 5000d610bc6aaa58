import type { z } from 'zod';
import type { CallerRole } from '#shared/domain/entities.ts';
import type { AnyRoute } from './fields.ts';

/** Somebody who asks, as identified by their host. */
export interface Client {
  readonly operatorId: string;
  /** the client's address; undefined: this computer, in the app's own window */
  readonly from: string | undefined;
  /** the device that they are signed in on; undefined: the app's own window, or no browser */
  readonly deviceId?: string | undefined;
}

export interface Caller extends Client {
  readonly role: CallerRole;
  /** those that they work on; undefined: all */
  readonly channels?: readonly string[] | undefined;
}

/** The answer of a route; what answers one without any returns nothing. */
type Answered<Output> = Output extends Readonly<Record<string, never>> ? void : Output;

/** What answers some routes, checked by the compiler: a service has it as its `calls`. */
export type CallsOf<R extends Readonly<Record<string, Pick<AnyRoute, 'input' | 'output'>>>> = {
  readonly [N in keyof R]: (
    input: z.output<R[N]['input']>,
    caller: Caller,
  ) => Promise<Answered<z.output<R[N]['output']>>>;
};
