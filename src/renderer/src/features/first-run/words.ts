import { firstRun } from '#shared/words/en/first-run.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('firstRun', firstRun);

/** What the first run says. */
export const firstRunWords = {
  title: say('title'),
  progress: (step: number, of: number) => say('progress', { step, of }),
  next: say('next'),
  skip: say('skip'),
  skipAll: say('skipAll'),
  back: say('back'),
  failed: say('failed'),
  notAnswering: say('notAnswering'),

  name: {
    title: say('name.title'),
    lead: say('name.lead'),
    label: say('name.label'),
    empty: say('name.empty'),
  },
  channel: {
    title: say('channel.title'),
    lead: say('channel.lead'),
    label: say('channel.label'),
    placeholder: say('channel.placeholder'),
    suggestions: [say('channel.suggestions.1'), say('channel.suggestions.2'), say('channel.suggestions.3')],
    later: say('channel.later'),
    empty: say('channel.empty'),
    existing: (name: string) => say('channel.existing', { name }),
  },
  check: {
    title: say('check.title'),
    lead: say('check.lead'),
  },
  test: {
    title: say('test.title'),
    lead: say('test.lead'),
    steps: [say('test.steps.1'), say('test.steps.2'), say('test.steps.3')],
    open: say('test.open'),
    noChannel: say('test.noChannel'),
    toInbox: say('test.toInbox'),
    online: say('test.online'),
  },
} as const;
