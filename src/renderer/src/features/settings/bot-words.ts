import { bots } from '#shared/words/en/bots.ts';
import { listWords } from '#renderer/components/amounts.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('bots', bots);

/** What the bot settings say. */
export const botWords = {
  lead: say('bot.lead'),
  add: say('bot.add'),
  emptyTitle: say('bot.emptyTitle'),
  empty: say('bot.empty'),
  states: { working: say('bot.states.working'), disabled: say('bot.states.disabled') },
  blockedUntil: (clock: string) => say('bot.blockedUntil', { clock }),
  blocked: say('bot.blocked'),
  sameToken: (names: readonly string[]) => say('bot.sameToken', { names: listWords(names) }),
  onChannels: (names: readonly string[]) => (names.length === 0 ? say('bot.onNoChannel') : names.join(', ')),
  count: (accepted: number, limit: number) => say('bot.count', { accepted, limit }),
  back: say('bot.back'),
  gone: say('bot.gone'),
  providerId: say('bot.providerId'),
  testBotAnswers: say('bot.testBotAnswers'),
  failed: say('bot.failed'),

  addTitle: say('bot.addTitle'),
  addLead: say('bot.addLead'),
  addConfirm: say('bot.addConfirm'),
  added: (name: string) => say('bot.added', { name }),

  name: say('bot.name'),
  nameHint: say('bot.nameHint'),
  namePlaceholder: say('bot.namePlaceholder'),
  endpoint: say('bot.endpoint'),
  endpointHint: say('bot.endpointHint'),
  endpointPlaceholder: say('bot.endpointPlaceholder'),
  endpointNeeded: say('bot.endpointNeeded'),
  endpointNotAnAddress: say('bot.endpointNotAnAddress'),
  endpointNeedsHttps: say('bot.endpointNeedsHttps'),
  allowPlainHttpHint: say('bot.allowPlainHttpHint'),
  allowPlainHttpWarning: say('bot.allowPlainHttpWarning'),
  connect: say('bot.connect'),
  connectHint: say('bot.connectHint'),

  channels: say('bot.channels'),
  channelsHint: say('bot.channelsHint'),
  noChannels: say('bot.noChannels'),
  answersFirst: (name: string) => say('bot.answersFirst', { name }),
  comesNext: (name: string) => say('bot.comesNext', { name }),
} as const;

/** Bots, on the page of a channel. */
export const channelBotWords = {
  title: say('channelBot.title'),
  lead: say('channelBot.lead'),
  none: say('channelBot.none'),
  toBots: say('channelBot.toBots'),
  countBot: say('channelBot.countBot'),
  countBotHint: say('channelBot.countBotHint'),
  channelType: say('channelBot.channelType'),
  channelTypeHint: say('channelBot.channelTypeHint'),
} as const;

/** The token and the addresses. */
export const botAccessWords = {
  title: say('botAccess.title'),
  lead: say('botAccess.lead'),
  token: say('botAccess.token'),
  tokenHint: say('botAccess.tokenHint'),
  tokenNewHint: say('botAccess.tokenNewHint'),
  makeOne: say('botAccess.makeOne'),
  shortToken: say('botAccess.shortToken'),
  showToken: say('botAccess.showToken'),
  hideToken: say('botAccess.hideToken'),
  copyToken: say('botAccess.copyToken'),
  changeToken: say('botAccess.changeToken'),
  change: say('botAccess.change'),
  newToken: say('botAccess.newToken'),
  newTokenHint: say('botAccess.newTokenHint'),
  save: say('botAccess.save'),
  cancel: say('botAccess.cancel'),
  tokenSaved: say('botAccess.tokenSaved'),
  service: say('botAccess.service'),
  serviceHint: say('botAccess.serviceHint'),
  showService: say('botAccess.showService'),
  hideService: say('botAccess.hideService'),
  copyService: say('botAccess.copyService'),
  show: say('botAccess.show'),
  hide: say('botAccess.hide'),
} as const;

/** How much a bot may say, and how long it may say nothing. */
export const botLimitWords = {
  title: say('botLimit.title'),
  hourlyLimit: say('botLimit.hourlyLimit'),
  hourlyLimitHint: say('botLimit.hourlyLimitHint'),
  now: (accepted: number, limit: number) => say('botLimit.now', { accepted, limit }),
  silence: say('botLimit.silence'),
  silenceHint: say('botLimit.silenceHint'),
} as const;

/** On, off, remove. */
export const botDangerWords = {
  title: say('botDanger.title'),
  offTitle: say('botDanger.offTitle'),
  offLead: say('botDanger.offLead'),
  off: say('botDanger.off'),
  isOff: (name: string) => say('botDanger.isOff', { name }),
  onTitle: say('botDanger.onTitle'),
  onLead: say('botDanger.onLead'),
  on: say('botDanger.on'),
  isOn: (name: string) => say('botDanger.isOn', { name }),
  removeTitle: say('botDanger.removeTitle'),
  removeLead: say('botDanger.removeLead'),
  remove: say('botDanger.remove'),
  removeAsk: (name: string) => say('botDanger.removeAsk', { name }),
  removeWill: [say('botDanger.removeWill.1'), say('botDanger.removeWill.2'), say('botDanger.removeWill.3')],
  removed: (name: string, handedOver: number) => say('botDanger.removed', { count: handedOver, name }),
} as const;

/** What stands above a bot that does not work. */
export const botNoticeWords = {
  conflict: (count: number) =>
    count === 2
      ? say('botNotice.conflictOfTwo')
      : count === 3
        ? say('botNotice.conflictOfThree')
        : say('botNotice.conflict', { count }),
  conflictNow: say('botNotice.conflictNow'),
  blockedTitle: (clock: string) => say('botNotice.blockedTitle', { clock }),
  blocked: (limit: number) => say('botNotice.blocked', { count: limit }),
  noChannel: say('botNotice.noChannel'),
} as const;

/** The test bot. */
export const testBotWords = {
  title: say('testBot.title'),
  lead: say('testBot.lead'),
  channelsHint: say('testBot.channelsHint'),
  start: say('testBot.start'),
  name: say('testBot.name'),
  added: say('testBot.added'),
  open: say('testBot.open'),
  switches: say('testBot.switches'),
  switchesLead: say('testBot.switchesLead'),
  beSlow: say('testBot.beSlow'),
  beSlowHint: say('testBot.beSlowHint'),
  failTwice: say('testBot.failTwice'),
  failTwiceHint: say('testBot.failTwiceHint'),
  beSilent: say('testBot.beSilent'),
  beSilentHint: say('testBot.beSilentHint'),
  repeatEvents: say('testBot.repeatEvents'),
  repeatEventsHint: say('testBot.repeatEventsHint'),
} as const;
