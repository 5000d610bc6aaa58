/** Where a bot's page is. */
export function botPlace(botId: string): string {
  return `/settings/bots/${encodeURIComponent(botId)}`;
}
