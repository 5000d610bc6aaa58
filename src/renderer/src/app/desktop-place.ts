/** Places that the desktop app may send a console window to. */
const CONSOLE_PLACE = /^\/(?:chat\/\d+|settings(?:\/[\w-]+){0,2})$/;

/** Whether the console goes where the desktop app asks it to: a chat, or a page of the settings. */
export function isConsolePlace(place: string): boolean {
  return CONSOLE_PLACE.test(place);
}
