/** Opens the test customer of a channel in a window of its own. */
export function openTestCustomer(page: Window, channelId: string): void {
  if (page.counterbell !== undefined) {
    void page.counterbell.desktop.call('openTestCustomer', channelId);
    return;
  }
  page.open(
    `#/test-customer?channel=${encodeURIComponent(channelId)}`,
    `test-customer-${channelId}`,
    'popup,width=420,height=720',
  );
}
