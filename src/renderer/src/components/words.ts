import { components } from '#shared/words/en/components.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('components', components);

/** What the parts say by themselves, wherever they are used. */
export const words = {
  cancel: say('cancel'),
  close: say('close'),
  copied: say('copied'),
  copy: say('copy'),
  dismiss: say('dismiss'),
  faultChat: say('faultChat'),
  faultMessage: say('faultMessage'),
  faultRow: say('faultRow'),
  faultPane: say('faultPane'),
  faultPaneMore: say('faultPaneMore'),
  faultWindow: say('faultWindow'),
  faultWindowMore: say('faultWindowMore'),
  openAnew: say('openAnew'),
  reload: say('reload'),
  notifications: say('notifications'),
  notCopied: say('notCopied'),
  notCopiedMore: say('notCopiedMore'),
  undo: say('undo'),
  /** before how long */
  waiting: say('waiting'),
} as const;
