/** Limits for the parts of the console, in kilobytes (1000 bytes) of gzip: a few percent above the current size. A part is named by its lazily imported module; a trailing `*` matches any ending. */
export const budgets = {
  /** everything the page loads before it shows the inbox: scripts and styles */
  firstLoad: 322,
  /** lazily loaded parts including what only they use; 60 kB of most settings sections are the form rules and texts that they share */
  parts: {
    'features/settings/settings-screen.tsx': 27,
    'features/settings/activity/activity-section.tsx': 125,
    'features/settings/bots/bot-page.tsx': 116,
    'features/settings/bots/bots-section.tsx': 108,
    'features/settings/channels/custom-channel.tsx': 176,
    'features/settings/channels/channels-section.tsx': 137,
    'features/settings/site/site-channel.tsx': 191,
    'features/settings/site/guide.tsx': 193,
    'features/settings/site/all-texts.tsx': 103,
    'features/seat/join-shop-screen.tsx': 55,
    'features/settings/changes/changes-section.tsx': 87,
    'features/settings/computer/computer-section.tsx': 81,
    'features/settings/connection/connection-section.tsx': 128,
    'features/settings/hours/messages-section.tsx': 88,
    'features/settings/computer/notifications.tsx': 78,
    'features/settings/media/media-section.tsx': 82,
    'features/settings/operators/remote-access-group.tsx': 111,
    'features/settings/operators/operators-section.tsx': 124,
    'features/settings/operators/operator-form.tsx': 114,
    'features/settings/joining/link-dialog.tsx': 100,
    'features/settings/profile-section.tsx': 101,
    'features/settings/replies/replies-section.tsx': 111,
    'features/settings/tags/tags-section.tsx': 75,
    'emojibase-data/*': 62,
    'features/settings/data/data-section.tsx': 94,
    'language-*': 40,
    'features/conversation/bot-markdown.tsx': 54,
    'features/reports/over-time.tsx': 144,
    'features/first-run/first-run-screen.tsx': 67,
  } as Readonly<Record<string, number>>,
  /** limit for parts not named above */
  anyPart: 48,
  /** folders and packages that must not be in the first load */
  notAtFirst: [
    '/features/settings/settings-screen.tsx',
    '/features/settings/parts/',
    '/features/settings/connection/reach-notices.tsx',
    '/language/phrases.ts',
    '/features/commands/shortcut-sheet.tsx',
    '/features/conversation/attach/tray.tsx',
    '/features/conversation/media/viewer.tsx',
    '/features/reports/',
    '/features/conversation/test-customer/',
    '/node_modules/zod/',
    '/node_modules/recharts/',
    '/node_modules/frimousse/',
    '/node_modules/react-markdown/',
  ],
} as const;

/** Limits for the window on websites, in the same kilobytes. */
export const widgetBudgets = {
  /** the script in the owner's page */
  loader: 5,
  /** everything loaded at the first press of the button, with the largest language */
  panel: 35,
} as const;
