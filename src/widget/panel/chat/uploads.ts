import type { MessageContent } from './chat.ts';
import { newId } from './outbox.ts';

export type UploadFailure = 'empty' | 'tooLarge' | 'file' | 'over' | 'upload';

interface UploadAnswer {
  readonly upload?: string;
  readonly error?: { readonly code?: string };
}

/** A file on its way to the engine; only in the tab that sends it. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  /** 0 to 1 */
  readonly progress: number;
  readonly failure?: UploadFailure | undefined;
  /** other content of its message */
  readonly content: Omit<MessageContent, 'upload'>;
}

export interface UploadOptions {
  readonly base: string;
  /** bytes */
  readonly largest: number;
  /** the name of a connection with a visitor */
  readonly connected: () => Promise<string>;
  readonly send: (content: MessageContent) => void;
  readonly onChange: () => void;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Sends files one after the other; the message of each follows when the engine has it. */
export function createUploads({ base, largest, connected, send, onChange }: UploadOptions) {
  let list: readonly Upload[] = [];
  let current: { readonly id: string; readonly request: XMLHttpRequest } | undefined;
  let isBusy = false;

  const set = (id: string, change: Partial<Upload>): void => {
    list = list.map((item) => (item.id === id ? { ...item, ...change } : item));
    onChange();
  };
  const remove = (id: string): void => {
    list = list.filter((item) => item.id !== id);
    onChange();
  };
  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next; (next = list.find(({ failure }) => failure === undefined)) !== undefined;) await upload(next);
    isBusy = false;
  };
  const upload = async ({ id, name, file, content }: Upload): Promise<void> => {
    if (file.size === 0) return set(id, { failure: 'empty' });
    if (file.size > largest) return set(id, { failure: 'tooLarge' });
    const connection = await connected();
    if (!list.some((item) => item.id === id)) return;
    const request = new XMLHttpRequest();
    current = { id, request };
    request.upload.addEventListener('progress', ({ loaded, total }) => set(id, { progress: loaded / (total || 1) }));
    const query = `connection=${encodeURIComponent(connection)}&name=${encodeURIComponent(name)}`;
    request.open('POST', `${base}/files?${query}`);
    request.responseType = 'json';
    await new Promise((resolve) => {
      request.addEventListener('loadend', resolve);
      request.send(file);
    });
    current = undefined;
    const answer = request.response as UploadAnswer | null;
    if (!list.some((item) => item.id === id)) return;
    if (answer?.upload === undefined) return set(id, { failure: failureOf(request.status, answer?.error?.code) });
    remove(id);
    send({ ...content, upload: answer.upload });
  };

  return {
    list: () => list,
    add: (file: Blob, name: string, content: Upload['content']): void => {
      list = [...list, { id: newId(), name, file, content, progress: 0 }];
      onChange();
      void run();
    },
    /** stops it and takes it off the list */
    cancel: (id: string): void => {
      remove(id);
      if (current?.id === id) current.request.abort();
    },
    /** stops all of them */
    close: (): void => {
      list = [];
      current?.request.abort();
    },
    again: (id: string): void => {
      set(id, { failure: undefined });
      void run();
    },
  };
}

/** Failure for a status: what a client did wrong stays wrong, unless it was only too early, too much or too slow. */
function failureOf(status: number, code: string | undefined): UploadFailure {
  if (status === 413) return 'tooLarge';
  // The channel is gone; a connection that is gone is made anew.
  if (status === 404 && code === 'not_found') return 'over';
  return status >= 400 && status < 500 && ![404, 408, 425, 429].includes(status) ? 'file' : 'upload';
}
