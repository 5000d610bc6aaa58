import type { Catalogue } from '../catalogue.ts';

export const profile = {
  lead: 'How customers see you when you answer.',
  name: 'Your name',
  nameHint: 'Stands beside your replies, in the customer’s chat window too.',
  photo: 'Photo address',
  photoHint: 'A link to a picture of you, 128 by 128 pixels or so. Chat windows that show pictures use it.',
  preview: 'A customer sees',
  previewLine: 'Hello! How can I help?',
} as const satisfies Catalogue;
