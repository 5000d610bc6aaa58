import { jobs } from '#shared/words/en/jobs.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('jobs', jobs);

const steps = {
  snapshot: say('steps.snapshot'),
  writing: say('steps.writing'),
  finishing: say('steps.finishing'),
  reading: say('steps.reading'),
  checking: say('steps.checking'),
  keeping_present: say('steps.keepingPresent'),
  gathering: say('steps.gathering'),
  waiting: say('steps.waiting'),
  deleting: say('steps.deleting'),
  rewriting: say('steps.rewriting'),
  closing: say('steps.closing'),
  reopening: say('steps.reopening'),
} as const;

const running = {
  backup: say('running.backup'),
  restore: say('running.restore'),
  export: say('running.export'),
  erase: say('running.erase'),
  close_chats: say('running.closeChats'),
  reopen_chats: say('running.reopenChats'),
  erase_chats: say('running.eraseChats'),
} as const;
const done = {
  backup: say('done.backup'),
  restore: say('done.restore'),
  export: say('done.export'),
  erase: say('done.erase'),
  close_chats: say('done.closeChats'),
  reopen_chats: say('done.reopenChats'),
  erase_chats: say('done.eraseChats'),
} as const;
const failed = {
  backup: say('failed.backup'),
  restore: say('failed.restore'),
  export: say('failed.export'),
  erase: say('failed.erase'),
  close_chats: say('failed.closeChats'),
  reopen_chats: say('failed.reopenChats'),
  erase_chats: say('failed.eraseChats'),
} as const;
const cancelled = {
  backup: say('cancelled.backup'),
  restore: say('cancelled.restore'),
  export: say('cancelled.export'),
  erase: say('cancelled.erase'),
  close_chats: say('cancelled.closeChats'),
  reopen_chats: say('cancelled.reopenChats'),
  erase_chats: say('cancelled.eraseChats'),
} as const;

/** What is said about long work, wherever it is shown. */
export const jobWords = {
  titles: { running, done, failed, cancelled },
  step: (step: keyof typeof steps) => steps[step],
  percent: (part: number) => say('percent', { percent: Math.floor(part * 100) }),
  progress: say('progress'),
  cancel: say('cancel'),
  notCancelled: say('notCancelled'),
  download: say('download'),
  dismiss: say('dismiss'),
  open: say('open'),
  scheduleFailed: say('scheduleFailed'),
} as const;

/** What became of it, in a few words. */
export function jobTitle({
  state,
  kind,
}: {
  readonly state: keyof typeof jobWords.titles;
  readonly kind: keyof typeof running;
}): string {
  return jobWords.titles[state][kind];
}
