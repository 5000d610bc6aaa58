/** Gives the focus to where one went: the list of chats where it is shown, or the place's own link in a menu. */
export function landAfterGoing(page: Document): void {
  // The next frame shows the new place.
  requestAnimationFrame(() => {
    const list = page.querySelector<HTMLElement>('main [role="listbox"]');
    const link =
      page.querySelector<HTMLElement>('main nav a[aria-current="page"]') ??
      page.querySelector<HTMLElement>('nav a[aria-current="page"]');
    (list !== null && list.getClientRects().length > 0 ? list : link)?.focus();
  });
}
