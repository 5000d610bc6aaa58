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
  notifications: say('notifications'),
  notCopied: say('notCopied'),
  notCopiedMore: say('notCopiedMore'),
  undo: say('undo'),
  /** before how long */
  waiting: say('waiting'),
} as const;
