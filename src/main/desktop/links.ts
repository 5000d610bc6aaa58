/** Links of our own: `counterbell://chat/12` in a mail or a note opens that chat. */
export const linkScheme = 'counterbell';

const CHAT_LINK = /^counterbell:\/\/chat\/([1-9]\d{0,18})\/?$/i;

/** The console's place that a link names; undefined for anything but a plain link to a chat: links come from anywhere. */
export function placeOfLink(link: string): string | undefined {
  const chatId = CHAT_LINK.exec(link)?.[1];
  return chatId === undefined ? undefined : chatPlace(chatId);
}

/** Where the console shows a chat. */
export function chatPlace(chatId: string): string {
  return `/chat/${encodeURIComponent(chatId)}`;
}

/** Where the console shows the way in. */
export const CONNECTION_PLACE = '/settings/connection';

/** The place that a command line asks for: of the first link in it. */
export function placeInArguments(argv: readonly string[]): string | undefined {
  return argv.map(placeOfLink).find((place) => place !== undefined);
}

/** Whether a link of a conversation may be handed to the real browser: a plain web address. */
export function isWebLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' && username === '' && password === '';
}

/** Of a start that only hands a token to the running app. */
export const activationArgument = '--activation=';

/** Whether these arguments are of a start that asks for nothing but to hand over a token. */
export function isActivation(argv: readonly string[]): boolean {
  return argv.some((argument) => argument.startsWith(activationArgument));
}
