import type { Catalogue } from '../catalogue.ts';

export const transcriptFile = {
  titleOfChat: 'Chat {{id}} with {{customer}}',
  titleOfPeriod: 'Chats from {{first}} to {{last}}',
  titleOfChannel: 'Chats from {{first}} to {{last}}, {{channel}}',
  chat: 'Chat {{id}}',
  began: 'began {{moment}}',
  closed: 'closed {{moment}}',
  stillOpen: 'still open',
  rated: 'rated {{rate}} of 5',
  visitor: 'Visitor',
  removedChannel: 'Removed channel',
  operator: 'Operator',
  bot: 'Bot',
  byBot: '{{name}} (bot)',
  byNote: '{{name}} (note, not seen by the customer)',
  automatically: '{{name}} (automatic)',
  notSent: 'not sent',
  notDelivered: 'not delivered',
} as const satisfies Catalogue;
