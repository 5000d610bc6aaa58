import type { OpenAPIV3_1 } from 'openapi-types';
import { answerRef, json, jsonBody, pathPart } from './answers.ts';
import { oneOf, schemaRef } from './schemas.ts';

const anna = { id: 'customer-42', name: 'Anna' };

/** Sample bodies from customers' sites, by name. */
export const customerExamples = {
  text: { sender: anna, message: { type: 'text', id: 'm-1', text: 'Is it in stock?' } },
  photo: {
    sender: {
      id: 90071992547409,
      name: 'Anna',
      email: 'anna@example.com',
      phone: '+34 600 123 456',
      photo: 'https://shop.example/anna.png',
      url: 'https://shop.example/lamps',
      invite: 'Can I help you?',
    },
    message: {
      type: 'photo',
      id: 'm-2',
      file: 'https://cdn.example/broken-lamp.jpg',
      file_name: 'broken-lamp.jpg',
      file_size: 183401,
      thumb: 'https://cdn.example/broken-lamp-320.jpg',
      emoji: '💡',
      width: 1280,
      height: 960,
      text: 'It arrived like this',
    },
  },
  audio: {
    sender: anna,
    message: {
      type: 'audio',
      file: 'https://cdn.example/song.mp3',
      file_name: 'song.mp3',
      file_size: 4_100_250,
      duration: 214,
      performer: 'The Bells',
      title: 'Counter',
    },
  },
  video: {
    sender: anna,
    message: {
      type: 'video',
      file: 'https://cdn.example/lamp.mp4',
      file_name: 'lamp.mp4',
      file_size: 2_100_000,
      duration: 12,
      width: 1280,
      height: 720,
    },
  },
  voice: {
    sender: anna,
    message: {
      type: 'voice',
      file: 'https://cdn.example/voice.ogg',
      file_name: 'voice.ogg',
      file_size: 41213,
      duration: 14,
    },
  },
  sticker: {
    sender: anna,
    message: {
      type: 'sticker',
      file: 'https://cdn.example/hi.webp',
      file_name: 'hi.webp',
      file_size: 20100,
      emoji: '👋',
    },
  },
  document: {
    sender: anna,
    message: { type: 'document', file: 'https://cdn.example/bill.pdf', file_name: 'bill.pdf', file_size: 88213 },
  },
  location: { sender: anna, message: { type: 'location', latitude: 52.52, longitude: 13.405 } },
  typingBegins: { sender: { id: 'customer-42' }, message: { type: 'typein' } },
  typingEnds: { sender: { id: 'customer-42' }, message: { type: 'typeout' } },
} as const;

/** Sample bodies from the service to the integration. */
export const agentExamples = {
  reply: {
    sender: { name: 'Olga', photo: 'https://shop.example/olga.png' },
    recipient: { id: 'customer-42' },
    message: { type: 'text', id: '118', text: 'Yes, three left.' },
  },
  photo: {
    sender: { name: 'Olga' },
    recipient: { id: 'customer-42' },
    message: {
      type: 'photo' as const,
      id: '119',
      file: 'https://chat.example/files/Zk3vQ0d8yT1mB5nWcR7uXoPaLs2hJ9Ge/lamp.jpg',
      thumb: 'https://chat.example/files/a8Rt5wY2kN7pVq3LmZx0BcD4HsJf6UgE/lamp-320.webp',
      file_size: 183_401,
      file_name: 'lamp.jpg',
      width: 1280,
      height: 960,
      text: 'This is the green one',
    },
  },
  location: {
    sender: { name: 'Olga' },
    recipient: { id: 'customer-42' },
    message: { type: 'location', id: '120', latitude: 59.3293, longitude: 18.0686, title: 'Our shop' },
  },
  typingBegins: { sender: { name: 'Olga' }, recipient: { id: 42 }, message: { type: 'typein' } },
} as const;

const address = [
  pathPart('secret', 'A long random word: whoever knows it can write as any customer'),
  pathPart('channelPublicId', 'CHANNEL_PUBLIC_ID'),
];

const refusals = {
  '404': answerRef('NotFound'),
  '405': answerRef('MethodNotAllowed'),
  '415': answerRef('UnsupportedMediaType'),
  '429': answerRef('TooManyRequests'),
  '500': answerRef('Fault'),
} as const;

/** The service's responses (chat channel interface, sections 4.1, 4.2 and 4.4). */
export const channelPaths: OpenAPIV3_1.PathsObject = {
  '/{secret}/{channelPublicId}/status': {
    parameters: address,
    get: {
      operationId: 'channelStatus',
      tags: ['Chat channel'],
      summary: 'Is somebody there?',
      description: 'Messages sent while it is 0 are accepted all the same.',
      responses: { '200': json('Whether customers will be answered', schemaRef('ChannelStatus'), 1), ...refusals },
    },
  },
  '/{secret}/{channelPublicId}': {
    parameters: address,
    post: {
      operationId: 'sendCustomerMessage',
      tags: ['Chat channel'],
      summary: 'A customer writes, or types',
      description:
        'Content-Length and chunked bodies are both taken, with any or no Content-Type. Unknown fields are ignored; an optional field that is wrong is left out, and the message is accepted. The same message with the same id again within 24 hours is answered with 200 and shown once.',
      requestBody: jsonBody(schemaRef('CustomerMessage'), customerExamples),
      responses: {
        '200': answerRef('Accepted'),
        '400': answerRef('InvalidRequest'),
        ...refusals,
        '413': answerRef('PayloadTooLarge'),
        '503': answerRef('StorageUnavailable'),
      },
    },
  },
};

/** The service's requests to the integration (chat channel interface, sections 4.3 and 4.4). */
export const channelWebhooks: Record<string, OpenAPIV3_1.PathItemObject> = {
  agentMessage: {
    post: {
      operationId: 'receiveAgentMessage',
      tags: ['Chat channel'],
      summary: 'An operator or a bot answers, or types',
      description:
        'Posted to {your endpoint}/{CHANNEL_PUBLIC_ID}, with a Content-Length or chunked. A reply is tried at 0, 3 and 6 seconds until it is answered positively, with the same message.id; 9 seconds after the first attempt it counts as not delivered. Typing is sent once. Redirects are not followed; at most 64 KiB of the answer are read.',
      requestBody: jsonBody(oneOf(['AgentMessage', 'AgentTyping']), agentExamples),
      responses: {
        '200': {
          description:
            'Delivered, or your own reason why not. Everything else, also another status, an empty body or HTML, is a failed attempt.',
          content: {
            'application/json': {
              schema: oneOf(['Accepted', 'AgentMessageRefused']),
              examples: {
                delivered: { value: { result: 'ok' } },
                refused: { value: { error: { code: 'unknown_customer', message: 'This customer has left' } } },
              },
            },
          },
        },
      },
    },
  },
};
