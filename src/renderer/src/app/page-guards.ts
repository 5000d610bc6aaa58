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

/** Tells zod, whenever its code comes, not to try `eval`: the content security policy forbids it. Where all copies of zod look for what is set, so that none has to be loaded for this. */
export function setZodWithoutEval(page: object): void {
  Object.assign(page, { __zod_globalConfig: { jitless: true } });
}
