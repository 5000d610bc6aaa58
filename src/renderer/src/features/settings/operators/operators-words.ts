import { operators } from '#shared/words/en/operators.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('operators', operators);

/** What the settings of operators say. */
export const operatorsWords = {
  lead: say('lead'),
  add: say('add'),
  list: say('list'),
  you: say('you'),
  first: say('first'),
  online: say('online'),
  away: say('away'),
  notHere: say('notHere'),
  onlineMore: say('onlineMore'),
  awayMore: say('awayMore'),
  notHereMore: say('notHereMore'),

  name: say('name'),
  nameHint: say('nameHint'),
  photo: say('photo'),
  photoHint: say('photoHint'),
  photoPlaceholder: 'https://',

  addTitle: say('addTitle'),
  addLead: say('addLead'),
  addConfirm: say('addConfirm'),
  cancel: say('cancel'),
  done: say('done'),
  failed: say('failed'),

  keyTitle: (operatorName: string) => say('keyTitle', { operatorName }),
  keyLead: say('keyLead'),
  link: say('link'),
  linkHint: say('linkHint'),
  copyLink: say('copyLink'),
  key: say('key'),
  keyHint: say('keyHint'),
  copyKey: say('copyKey'),
  onDesktop: say('onDesktop'),

  access: say('access'),
  renewTitle: say('renewTitle'),
  renewLead: say('renewLead'),
  renew: say('renew'),
  renewAsk: (operatorName: string) => say('renewAsk', { operatorName }),
  renewWill: [say('renewWill.1'), say('renewWill.2')],
  renewOwnAsk: say('renewOwnAsk'),
  renewOwnWill: [say('renewOwnWill.1'), say('renewOwnWill.2')],
  renewConfirm: say('renewConfirm'),

  removeTitle: say('removeTitle'),
  removeLead: say('removeLead'),
  remove: say('remove'),
  removeAsk: (operatorName: string) => say('removeAsk', { operatorName }),
  removeWill: [say('removeWill.1'), say('removeWill.2'), say('removeWill.3')],
  removed: (operatorName: string, queued: number) => say('removed', { operatorName, queued }),
  removedOnly: (operatorName: string) => say('removedOnly', { operatorName }),
  cannotRemoveSelf: say('cannotRemoveSelf'),
  cannotRemoveFirst: say('cannotRemoveFirst'),
} as const;
