import type { Catalogue } from '../catalogue.ts';

export const desktopReach = {
  local: 'Only this computer reaches Counterbell',
  checking: 'Checking whether customers get through …',
  'checking.network': 'Checking whether your network gets through …',
  reachable: 'Customers reach you at {{host}}',
  'reachable.network': 'Your network reaches you at {{host}}',
  unreachable: 'Customers cannot reach you since {{since}}',
  'unreachable.network': 'Your network cannot reach you since {{since}}',
  broken: 'Customers cannot reach you',
  'broken.network': 'Your network cannot reach you',
  flood: 'Too many new customers are writing',
  'flood.more':
    'Some of them are asked to try again later; open chats are not affected. If somebody is flooding you, close or erase their chats in Settings > Data.',
  moved: 'Your public address changed',
  'moved.more': 'Websites, apps and bots that use {{formerUrl}} need the new addresses: {{url}}',
  dayAndTime: '{{day}} {{time}}',
} as const satisfies Catalogue;
