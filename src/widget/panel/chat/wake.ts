/** Calls back when the network is back or the page is visible again. Returns how to stop. */
export function onWake(wake: () => void): () => void {
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
