/** What the first run says. */
export const firstRunWords = {
  title: 'Welcome to Counterbell',
  progress: (step: number, of: number) => `Step ${step} of ${of}`,
  next: 'Continue',
  skip: 'Skip this',
  skipAll: 'Skip all and go to the inbox',
  back: 'Back',
  failed: 'That did not work.',
  notAnswering: 'Counterbell does not answer at the moment. Try again when it is back.',

  name: {
    title: 'What is your name?',
    lead: 'Customers see it beside your replies. A first name is fine.',
    label: 'Your name',
    empty: 'Type a name, or skip this.',
  },
  channel: {
    title: 'Where will customers write?',
    lead: 'Each place is a channel. Name the first one after your website, app or shop.',
    label: 'Channel name',
    placeholder: 'Website',
    suggestions: ['Website', 'Shop app', 'Front desk'],
    later: 'Connecting it comes later: Settings has everything for whoever builds your website.',
    empty: 'Type a name, or skip this.',
    existing: (name: string) => `You have a channel already: ${name}. You can add more in Settings.`,
  },
  check: {
    title: 'Is everything in order?',
    lead: 'Counterbell looks at this computer. You can go on while it does.',
  },
  test: {
    title: 'Try it before anyone else does',
    lead: 'The test customer is a chat window for you to play with.',
    steps: ['Write a message in its window.', 'It appears in your inbox. Click it and answer.', 'Look back: your answer has arrived.'],
    open: 'Open test customer and inbox',
    noChannel: 'This needs a channel. Go back to add one, or go on to the inbox.',
    toInbox: 'Go to the inbox',
    online: 'You will be shown as online. You can change that at the foot of the left bar.',
  },
} as const;
