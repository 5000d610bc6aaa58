/** What is said above everything. */
export const noticeWords = {
  openConnection: 'Open Connection',
  moved: 'The public address changed.',
  before: 'Before:',
  now: 'Now:',
  movedMore: 'Whoever built your website or app has to use the new addresses of your channels; bot providers those of your bots. Until then nothing from them arrives.',
  showAddresses: 'Show channels',
  told: 'I have told them',
  endingMore: 'After that nobody gets through over HTTPS. Import the newer one before.',
  onlyHere: 'Only programs on this computer can call these addresses.',
  onlyHereMore: 'To let your website or app in, choose a way in under',
  onlyNetwork: 'Only devices in your local network can call these addresses.',
  onlyNetworkMore: 'For others, choose another way in under',
  broken: 'Customers do not get through to these addresses at the moment.',
  brokenMore: 'What is wrong stands under',
  connection: 'Connection',
} as const;
