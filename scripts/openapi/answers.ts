import type { OpenAPIV3_1 } from 'openapi-types';
import { type oneOf, schemaRef } from './schemas.ts';

interface Problem {
  readonly description: string;
  readonly headers?: readonly ('Allow' | 'Retry-After')[];
  /** messages by code */
  readonly examples: Readonly<Record<string, string>>;
}

const crowd = { too_many_requests: 'Too many requests. Send it again later.' } as const;

/** The service's refusals, by their name in the document. */
const problems = {
  InvalidRequest: {
    description:
      'Not JSON, or a required field is missing or wrong; the message names the field. A repeat gets the same answer.',
    examples: {
      invalid_request: 'sender.id: a non-empty string of at most 255 characters, or an integer, is expected',
    },
  },
  UnknownBot: {
    description:
      'The provider id or the token is not known, or more than one bot has the token; or an Authorization header that does not hold the token.',
    examples: {
      invalid_client: 'No bot has this provider id and token, or more than one bot has the token',
      unauthorized_client: 'The Authorization header, if it is sent, must be "Bearer" followed by the token',
    },
  },
  AccessDenied: {
    description:
      'The bot does not have this chat, or is switched off. Nothing of it reaches the customer; operators see what was held back.',
    examples: { access_denied: 'An operator has this chat; nothing was sent to the customer' },
  },
  NotFound: {
    description: 'There is no such address: the same answer for an unknown channel and for a wrong secret.',
    examples: { not_found: 'There is nothing at this address' },
  },
  MethodNotAllowed: {
    description: 'Another method than the address takes; `Allow` names it.',
    headers: ['Allow'],
    examples: { method_not_allowed: 'Only POST is allowed here' },
  },
  EventNotAllowed: {
    description: 'The event is not one of a provider’s.',
    examples: {
      method_not_allowed: 'event: only BOT_MESSAGE, INVITE_AGENT, CLIENT_INFO, INIT_RATE are accepted here',
    },
  },
  PayloadTooLarge: {
    description: 'The body is over 256 KiB.',
    examples: { payload_too_large: 'The body is too large: at most 262144 bytes are accepted' },
  },
  UnsupportedMediaType: {
    description: 'The body is compressed.',
    examples: { unsupported_media_type: 'Compressed bodies are not accepted' },
  },
  TooManyRequests: {
    description: 'More requests than the owner lets in from one address or for one channel.',
    headers: ['Retry-After'],
    examples: crowd,
  },
  BotBlocked: {
    description:
      'The bot’s hourly limit is reached, and nothing is accepted from it for an hour from then; or there are more requests than the owner lets in from one address.',
    headers: ['Retry-After'],
    examples: { 'about:blank': 'Call is blocked', ...crowd },
  },
  Fault: {
    description: 'Something went wrong in Counterbell.',
    examples: { internal: 'Something went wrong in Counterbell' },
  },
  StorageUnavailable: {
    description: 'It cannot be stored right now, and is not accepted. Send it again.',
    headers: ['Retry-After'],
    examples: { storage_unavailable: 'The message could not be stored. Send it again later.' },
  },
} as const satisfies Record<string, Problem>;

export type AnswerName = 'Accepted' | keyof typeof problems;

export const headers = {
  Allow: { description: 'The method that is allowed here', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
} as const satisfies Record<string, OpenAPIV3_1.HeaderObject>;

export function answers(): Record<AnswerName, OpenAPIV3_1.ResponseObject> {
  const refused = Object.fromEntries(
    Object.entries<Problem>(problems).map(([name, problem]) => [name, refusal(problem)]),
  ) as Record<keyof typeof problems, OpenAPIV3_1.ResponseObject>;
  return { Accepted: json('It is stored, on disk.', schemaRef('Accepted'), { result: 'ok' }), ...refused };
}

export function answerRef(name: AnswerName): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/responses/${name}` };
}

export function jsonBody(
  schema: OpenAPIV3_1.ReferenceObject | ReturnType<typeof oneOf>,
  examples: Readonly<Record<string, unknown>>,
) {
  const named = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
  return { required: true, content: { 'application/json': { schema, examples: named } } };
}

export function pathPart(name: string, description: string): OpenAPIV3_1.ParameterObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

export function json(description: string, schema: OpenAPIV3_1.ReferenceObject, example?: unknown) {
  return { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

function refusal({ description, headers: names = [], examples }: Problem): OpenAPIV3_1.ResponseObject {
  const bodies = Object.entries(examples).map(([code, message]) => [code, { value: { error: { code, message } } }]);
  return {
    description,
    ...(names.length > 0 && {
      headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: {
      'application/json': {
        schema: schemaRef('Problem'),
        examples: Object.fromEntries(bodies) as Record<string, OpenAPIV3_1.ExampleObject>,
      },
    },
  };
}
