import type { OpenAPIV3_1 } from 'openapi-types';
import { PROVIDER_EVENTS, SERVICE_EVENTS } from '#shared/protocol/bot-provider.ts';
import { answerRef, json, jsonBody, pathPart } from './answers.ts';
import { oneOf, schemaRef } from './schemas.ts';

const chat = { client_id: '42', chat_id: '118' } as const;

/** Sample bodies from providers, by name. */
export const providerExamples = {
  text: {
    id: 'msg-2',
    event: 'BOT_MESSAGE',
    ...chat,
    message: { type: 'TEXT', text: 'Hello, Anna! How can I help?', timestamp: 1790000001 },
  },
  markdown: {
    id: 'msg-3',
    event: 'BOT_MESSAGE',
    ...chat,
    message: {
      type: 'MARKDOWN',
      content: '**Opening hours**\n\n- Monday to Friday: 9:00 to 18:00',
      text: 'Opening hours\nMonday to Friday: 9:00 to 18:00',
      timestamp: 1790000002,
    },
  },
  buttons: {
    id: 'msg-4',
    event: 'BOT_MESSAGE',
    ...chat,
    message: {
      type: 'BUTTONS',
      title: 'What can I do for you?',
      text: 'What can I do for you? Answer with a number:\n1. Opening hours\n2. Prices',
      timestamp: 1790000003,
      buttons: [
        { id: '1', text: 'Opening hours' },
        { id: '2', text: 'Prices' },
      ],
    },
  },
  inviteAgent: { id: 'invite-1', event: 'INVITE_AGENT', ...chat },
  clientInfo: {
    id: 'contacts-1',
    event: 'CLIENT_INFO',
    ...chat,
    client: { email: 'anna@example.com', phone: '+34 600 123 456', name: 'Anna' },
  },
  initRate: { id: 'rate-1', event: 'INIT_RATE', ...chat },
} as const;

/** Sample bodies from the service to providers. */
export const serviceExamples = {
  clientMessage: {
    id: '0b0c6f3e-6a51-4c53-9b39-1f0f3a5b7c11',
    event: 'CLIENT_MESSAGE',
    ...chat,
    site_id: '5d1f0a9e-3c8e-4b1e-8a53-0f6a4f0d2b77',
    agents_online: true,
    sender: { id: 42, name: 'Anna', url: 'https://shop.example/lamps', has_contacts: false },
    message: { type: 'TEXT', text: 'Is it in stock?', timestamp: 1790000000 },
    channel: { id: 'shop-1', type: 'widget' },
  },
  agentUnavailable: { id: '7a3c1d52-0f0e-4f43-8f0b-5f6f9f1c2d10', event: 'AGENT_UNAVAILABLE', ...chat },
  chatClosed: { id: 'c2b9d7aa-93d4-4d0a-a5a1-0d8f9a1e6b21', event: 'CHAT_CLOSED', ...chat },
  clientRated: {
    id: 'e0a1f7b8-1c5d-4f9e-b0a7-3d2c4b5a6978',
    event: 'CLIENT_RATED',
    ...chat,
    rate: 5,
    comment: 'Quick and kind',
  },
} as const;

/** The service's responses (bot provider interface, section 4.1). */
export const botPaths: OpenAPIV3_1.PathsObject = {
  '/webhooks/{providerId}/{token}': {
    parameters: [pathPart('providerId', 'provider_id'), pathPart('token', 'The bot’s token, unique per bot')],
    post: {
      operationId: 'sendProviderEvent',
      tags: ['Bot provider'],
      summary: 'A bot speaks or acts',
      description:
        'The same id in the same chat with equal content within 10 minutes is answered like the first and happens once.',
      // The token is in the path; the header is optional.
      security: [{}, { token: [] }],
      requestBody: jsonBody(oneOf(PROVIDER_EVENTS.map((event) => `${event}Event` as const)), providerExamples),
      responses: {
        '200': answerRef('Accepted'),
        '400': answerRef('InvalidRequest'),
        '401': answerRef('UnknownBot'),
        '403': answerRef('AccessDenied'),
        '404': answerRef('NotFound'),
        '405': answerRef('EventNotAllowed'),
        '413': answerRef('PayloadTooLarge'),
        '415': answerRef('UnsupportedMediaType'),
        '429': answerRef('BotBlocked'),
        '500': answerRef('Fault'),
        '503': answerRef('StorageUnavailable'),
      },
    },
  },
};

/** Responses for providers (section 7) besides success. */
const providerAnswers = {
  '400': 'Wrong request format',
  '401': 'The token is wrong: error.code is invalid_client; or the Authorization header is: unauthorized_client',
  '403': 'Access denied',
  '404': 'The endpoint is formed incorrectly',
  '405': 'The method or event is not supported',
  '429': 'Too many requests: it comes again',
  '500': 'Error processing the request: it comes again',
  '502': 'Server overloaded: it comes again',
  '503': 'Server unavailable: it comes again',
  '504': 'The request could not be proxied: it comes again',
} as const;

/** Events from the service to the provider (bot provider interface, sections 4.2, 6, 7 and 8). */
export const botWebhooks: Record<string, OpenAPIV3_1.PathItemObject> = {
  serviceEvent: {
    post: {
      operationId: 'receiveServiceEvent',
      tags: ['Bot provider'],
      summary: 'A customer wrote, rated, or is to be told something',
      description:
        'Posted to {your endpoint}/{token}. Tried at 0, 3 and 6 seconds, each attempt cut after 3 seconds, with the same id, until any status from 200 to 299; it counts when its headers arrive. A CLIENT_MESSAGE that is not taken goes to the operators. Redirects are not followed.',
      requestBody: jsonBody(oneOf(SERVICE_EVENTS.map((event) => `${event}Event` as const)), serviceExamples),
      responses: {
        '2XX': { description: 'You took it; the body is free.' },
        ...Object.fromEntries(
          Object.entries(providerAnswers).map(([status, description]) => [
            status,
            json(description, schemaRef('Problem')),
          ]),
        ),
      },
    },
  },
};
