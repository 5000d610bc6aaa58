/** A file that is dropped where nothing takes it would take the place of the console. Returns how to stop. */
export function refuseFileDrops(page: Window): () => void {
  const stop = new AbortController();
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    // What takes files listens after this, and says so.
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse, { signal: stop.signal });
  page.addEventListener('drop', refuse, { signal: stop.signal });
  return () => stop.abort();
}

/** Keeps zod from trying `eval`, which the content security policy forbids. The setting is global, so that zod need not be loaded for it. */
export function setZodWithoutEval(page: object): void {
  Object.assign(page, { __zod_globalConfig: { jitless: true } });
}
