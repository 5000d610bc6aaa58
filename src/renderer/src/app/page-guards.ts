/** Prevents a file dropped outside a drop zone from replacing the console. Returns how to stop. */
export function refuseFileDrops(page: Window): () => void {
  const stop = new AbortController();
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    // Drop zones listen after this, and override it.
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse, { signal: stop.signal });
  page.addEventListener('drop', refuse, { signal: stop.signal });
  return () => stop.abort();
}

/** Keeps zod from trying `eval`, which the CSP forbids. The setting is global, so zod need not be loaded for it. */
export function setZodWithoutEval(page: object): void {
  Object.assign(page, { __zod_globalConfig: { jitless: true } });
}
