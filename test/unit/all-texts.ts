import { loadOtherTexts } from '#renderer/language/i18n.ts';

// Tests take parts of the console without what loads them, and their texts.
await loadOtherTexts();
