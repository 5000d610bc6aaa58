import type { Catalogue } from '../catalogue.ts';

export const botMessages = {
  bot: 'Bot',
  buttons: 'Buttons',
  table: 'Table',
  code: 'Code',
  done: 'done',
  notDone: 'not done',
  picture: 'Picture',
  got: 'got:',
  asPlainText: 'As plain text:',
  'heldBack.operatorHasIt':
    'Not sent: an operator had the chat when {{bot}} wrote this. {{customer}} has not seen this.',
  'heldBack.otherBotHasIt':
    'Not sent: another bot had the chat when {{bot}} wrote this. {{customer}} has not seen this.',
  'heldBack.handedOver': 'Not sent: {{bot}} had already lost the chat to the queue. {{customer}} has not seen this.',
  'heldBack.chatClosed': 'Not sent: the chat was closed when {{bot}} wrote this. {{customer}} has not seen this.',
  'heldBack.botDisabled': 'Not sent: {{bot}} was switched off when it wrote this. {{customer}} has not seen this.',
  'heldBack.noPlainText':
    'Not sent: the bot gave no plain text for these buttons, and this channel cannot show buttons.',
  'heldBack.notReachable':
    'Not sent: only this computer could open the rating page. Set up a way in under Settings > Connection.',
} as const satisfies Catalogue;
