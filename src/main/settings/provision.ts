import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { channelFields, publicId } from '#shared/contract/routes.ts';
import { endpointProblem, endpointProblemWords } from '#shared/domain/endpoint.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import type { ChannelRecord, OperatorRecord, SettingsState } from './document.ts';
import { newSecret } from './settings.ts';

/** The first part of a channel's path: URL-safe, and not one of the listener's own words. */
export const pathSecret = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,128}$/, 'letters, digits and . _ ~ - only, at most 128')
  .refine((text) => !['webhooks', 'health', '.', '..'].includes(text), 'a word that the listener needs itself');

const address = z.string().refine(isHttpUrl, 'an address that starts with http:// or https://');

const provisionFile = z.object({
  operators: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(80),
        photo: address.optional(),
        accessKey: z.string().min(16, 'at least 16 characters').max(256),
      }),
    )
    .default([]),
  channels: z
    .array(
      z
        .object({
          name: channelFields.name,
          publicId,
          secret: pathSecret.optional(),
          endpoint: channelFields.endpoint.optional(),
          allowPlainHttp: z.boolean().default(false),
          framing: channelFields.framing.default('length'),
        })
        .superRefine((entry, context) => {
          const problem = entry.endpoint == null ? undefined : endpointProblem(entry.endpoint, entry.allowPlainHttp);
          if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: endpointProblemWords(problem) });
        }),
    )
    .default([]),
  settings: z.object({ publicUrl: address.nullable().optional() }).default({}),
});

/** A provision file breaks a rule; the message names the entry and what was expected. */
export class ProvisionError extends Error {
  constructor(problem: string) {
    super(`The provision file cannot be used: ${problem}`);
    this.name = 'ProvisionError';
  }
}

/** Parts of a provision file that this version does not serve; they are left alone. */
export function unservedParts(content: unknown): readonly string[] {
  const bots = valueAt(content, 'bots');
  return Array.isArray(bots) && bots.length > 0 ? ['bots'] : [];
}

/**
 * What the settings become with a provision file applied. The same file applied again changes nothing.
 * Operators are known by name, channels by publicId. Throws ProvisionError.
 */
export function provisioned(state: SettingsState, content: unknown): SettingsState {
  const read = provisionFile.safeParse(content);
  if (!read.success) throw new ProvisionError(read.error.issues.map((issue) => describe(issue, content)).join('; '));
  const { operators, channels, settings } = read.data;
  refuseTwice('operator', operators.map(({ name }) => name));
  refuseTwice('channel', channels.map((entry) => entry.publicId));
  return {
    ...state,
    setUp: state.setUp || operators.length > 0,
    publicUrl: settings.publicUrl === undefined ? state.publicUrl : settings.publicUrl,
    operators: merged(state.operators, operators, (record, entry) => record.name === entry.name, newOperator),
    channels: merged(state.channels, channels, (record, entry) => record.publicId === entry.publicId, newChannel),
  };
}

function newOperator(): Pick<OperatorRecord, 'id' | 'presence'> {
  return { id: randomUUID(), presence: 'away' };
}

function newChannel(): Pick<ChannelRecord, 'id' | 'paused' | 'endpoint' | 'secret'> {
  return { id: randomUUID(), paused: false, endpoint: null, secret: newSecret() };
}

function merged<R extends object, E extends object>(
  records: readonly R[],
  entries: readonly E[],
  isSame: (record: R, entry: E) => boolean,
  fresh: () => Omit<R, keyof E>,
): R[] {
  const kept = records.map((record) => {
    const entry = entries.find((each) => isSame(record, each));
    return entry === undefined ? record : { ...record, ...given(entry) };
  });
  const added = entries.filter((entry) => !records.some((record) => isSame(record, entry))).map((entry) => ({ ...fresh(), ...given(entry) }) as unknown as R);
  return [...kept, ...added];
}

function given<E extends object>(entry: E): E {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as E;
}

function refuseTwice(what: string, keys: readonly string[]): void {
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new ProvisionError(`the ${what} "${twice}" stands in it twice`);
}

/** `channels[0] ("Shop app"), endpoint: …` */
function describe(issue: z.core.$ZodIssue, content: unknown): string {
  const [list, at, ...rest] = issue.path.map(String);
  if (list === undefined) return issue.message;
  const entry = at === undefined ? undefined : valueAt(valueAt(content, list), at);
  const name = valueAt(entry, 'name');
  const where = at === undefined ? list : `${list}[${at}]${typeof name === 'string' ? ` ("${name}")` : ''}`;
  return `${[where, ...rest].join(', ')}: ${issue.message}`;
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
