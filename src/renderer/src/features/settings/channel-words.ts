import { channels } from '#shared/words/en/channels.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('channels', channels);

/** What the channel settings say. */
export const channelWords = {
  lead: say('lead'),
  add: say('add'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  states: { ready: say('states.ready'), paused: say('states.paused'), noAddress: say('states.noAddress') },
  openChats: (count: number) => say('openChats', { count }),
  back: say('back'),
  gone: say('gone'),

  addTitle: say('addTitle'),
  addLead: say('addLead'),
  addConfirm: say('addConfirm'),
  cancel: say('cancel'),
  added: (name: string) => say('added', { name }),

  name: say('name'),
  nameHint: say('nameHint'),
  namePlaceholder: say('namePlaceholder'),
  publicId: say('publicId'),
  endpoint: say('endpoint'),
  endpointHint: say('endpointHint'),
  endpointPlaceholder: 'https://shop.example/chat-replies',
  allowPlainHttp: say('allowPlainHttp'),
  allowPlainHttpHint: say('allowPlainHttpHint'),
  allowPlainHttpWarning: say('allowPlainHttpWarning'),
  advanced: say('advanced'),
  framing: say('framing'),
  framings: { length: say('framings.length'), chunked: say('framings.chunked') },
  framingHint: say('framingHint'),

  addresses: say('addresses'),
  addressesLead: say('addressesLead'),
  statusAddress: say('statusAddress'),
  statusAddressHint: say('statusAddressHint'),
  statusAddressBotHint: say('statusAddressBotHint'),
  messageAddress: say('messageAddress'),
  messageAddressHint: say('messageAddressHint'),
  show: say('show'),
  hide: say('hide'),
  showAddresses: say('showAddresses'),
  hideAddresses: say('hideAddresses'),
  copyStatus: say('copyStatus'),
  copyMessage: say('copyMessage'),

  integrator: say('integrator'),
  integratorLead: say('integratorLead'),
  snippetTabs: say('snippetTabs'),
  snippetSteps: {
    status: say('snippetSteps.status'),
    send: say('snippetSteps.send'),
    replies: say('snippetSteps.replies'),
  },
  snippetRepliesHint: say('snippetRepliesHint'),
  snippetRepliesCurlHint: say('snippetRepliesCurlHint'),
  copySnippet: (step: string) => say('copySnippet', { step }),

  tryTitle: say('tryTitle'),
  tryLead: say('tryLead'),
  tryOpen: say('tryOpen'),

  pauseTitle: say('pauseTitle'),
  pauseLead: say('pauseLead'),
  pause: say('pause'),
  paused: (name: string) => say('paused', { name }),
  resumeTitle: say('resumeTitle'),
  resumeLead: say('resumeLead'),
  resume: say('resume'),
  resumed: (name: string) => say('resumed', { name }),

  secretTitle: say('secretTitle'),
  secretLead: say('secretLead'),
  secret: say('secret'),
  secretAsk: (name: string) => say('secretAsk', { name }),
  secretWill: [say('secretWill.1'), say('secretWill.2')],
  secretConfirm: say('secretConfirm'),
  secretDone: say('secretDone'),

  removeTitle: say('removeTitle'),
  removeLead: say('removeLead'),
  remove: say('remove'),
  removeAsk: (name: string) => say('removeAsk', { name }),
  removeWill: (openChats: number) => [
    say('removeWill.1', { count: openChats }),
    say('removeWill.2'),
    say('removeWill.3'),
  ],
  removeConfirm: say('removeConfirm'),
  removed: (name: string, closedChats: number) => say('removed', { count: closedChats, name }),
  dangerTitle: say('dangerTitle'),
  failed: say('failed'),
} as const;

export const endpointWords = {
  notAnAddress: say('endpoint.notAnAddress'),
  needsHttps: say('endpoint.needsHttps'),
  hasCredentials: say('endpoint.hasCredentials'),
} as const;
