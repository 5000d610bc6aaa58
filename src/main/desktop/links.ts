/** The app's own links: `counterbell://chat/12` in a mail or a note opens that chat. */
export const linkScheme = 'counterbell';

const CHAT_LINK = /^counterbell:\/\/chat\/([1-9]\d{0,18})\/?$/i;

/** `counterbell://join/CODE`: an invitation, which the page shows before anything is sent. */
const JOIN_LINK = /^counterbell:\/\/join\/([\w-]{1,4096})\/?$/i;

/** The console page for a link; undefined for any but those of chats and invitations: links come from anywhere. */
export function pathOfLink(link: string): string | undefined {
  const chatId = CHAT_LINK.exec(link)?.[1];
  if (chatId !== undefined) return chatPath(chatId);
  const code = JOIN_LINK.exec(link)?.[1];
  return code === undefined ? undefined : `/join/${code}`;
}

/** The console page of a chat. */
export function chatPath(chatId: string): string {
  return `/chat/${encodeURIComponent(chatId)}`;
}

/** The console page of the connection. */
export const CONNECTION_PATH = '/settings/connection';

/** The page requested on a command line: that of its first link. */
export function pathInArguments(argv: readonly string[]): string | undefined {
  return argv.map(pathOfLink).find((path) => path !== undefined);
}

/** Argument of a start that only passes a token to the running app. */
export const activationArgument = '--activation=';

/** Recognizes the arguments of a start that only passes a token. */
export function isActivation(argv: readonly string[]): boolean {
  return argv.some((argument) => argument.startsWith(activationArgument));
}
