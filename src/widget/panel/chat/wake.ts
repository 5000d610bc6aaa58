/** Calls back when the page is visible again or, with `isOnline`, the network is back. Returns how to stop. */
export function onWake(wake: (isOnline: boolean) => void): () => void {
  const whenOnline = (): void => wake(true);
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') wake(false);
  };
  addEventListener('online', whenOnline);
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    removeEventListener('online', whenOnline);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
