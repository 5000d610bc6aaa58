import type { Catalogue } from '../catalogue.ts';

export const reachNotice = {
  'notice.openConnection': 'Open Connection',
  'notice.moved': 'The public address changed.',
  'notice.before': 'Before:',
  'notice.now': 'Now:',
  'notice.movedMore':
    'Whoever built your website or app has to use the new addresses of your channels; bot providers those of your bots. Until then nothing from them arrives.',
  'notice.showAddresses': 'Show channels',
  'notice.told': 'I have told them',
  'notice.movedPort': 'Port {{from}} is used by another program, so Counterbell uses {{to}}.',
  'notice.movedPortMore':
    'It keeps {{to}} from now on. If a web server or program on this computer calls port {{from}}, enter {{to}} there.',
  'notice.understood': 'Got it',
  'notice.endingMore': 'After that nobody gets through over HTTPS. Import the newer one before.',
  'notice.flood': 'Too many new customers write to {{channel}}.',
  'notice.floodMore_one':
    'One request was refused since {{since}}; open chats are not affected. If somebody is flooding you, close or erase their chats all at once.',
  'notice.floodMore_other':
    '{{count}} requests were refused since {{since}}; open chats are not affected. If somebody is flooding you, close or erase their chats all at once.',
  'notice.floodLimits': 'Open Limits',
  'notice.floodClear': 'Close or erase chats',
  'notice.onlyHere': 'Only programs on this computer can call these addresses.',
  'notice.onlyHereMore': 'To let your website or app in, choose a way in under',
  'notice.onlyNetwork': 'Only devices in your local network can call these addresses.',
  'notice.onlyNetworkMore': 'For others, choose another way in under',
  'notice.broken': 'Customers do not get through to these addresses at the moment.',
  'notice.brokenMore': 'What is wrong stands under',
  'notice.connection': 'Connection',
} as const satisfies Catalogue;
