// What the inbox's first paint does without, in one file: it is loaded right after.
export { Drawer } from '#renderer/components/dialog.tsx';
export { ContactCard } from '#renderer/features/contact/contact-card.tsx';
export { ConversationPane } from '#renderer/features/conversation/conversation-pane.tsx';
export { SearchScreen } from '#renderer/features/search/search-screen.tsx';
export { CommandPalette } from './command-palette.tsx';
