/** Whether a link of a conversation may be handed to the real browser: a plain web address. */
export function isWebLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== '' && username === '' && password === '';
}
