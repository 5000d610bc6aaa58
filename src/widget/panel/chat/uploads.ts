import type { MessageContent } from './chat.ts';
import { newId } from './outbox.ts';

/** A file on its way to the engine; only in the tab that sends it. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  /** 0 to 1 */
  readonly progress: number;
  readonly failure?: 'tooLarge' | 'file' | 'upload' | undefined;
  /** what its message says besides */
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
    list = list.map((each) => (each.id === id ? { ...each, ...change } : each));
    onChange();
  };
  const remove = (id: string): void => {
    list = list.filter((each) => each.id !== id);
    onChange();
  };
  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next; (next = list.find(({ failure }) => failure === undefined)) !== undefined;) await upload(next);
    isBusy = false;
  };
  const upload = async ({ id, name, file, content }: Upload): Promise<void> => {
    if (file.size > largest) return set(id, { failure: 'tooLarge' });
    const connection = await connected();
    if (!list.some((each) => each.id === id)) return;
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
    const answer = request.status < 300 ? (request.response as { readonly upload?: string } | null) : null;
    if (!list.some((each) => each.id === id)) return;
    if (answer?.upload === undefined) return set(id, { failure: failureOf(request.status) });
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
    again: (id: string): void => {
      set(id, { failure: undefined });
      void run();
    },
  };
}

function failureOf(status: number): NonNullable<Upload['failure']> {
  if (status === 413) return 'tooLarge';
  return status === 400 || status === 403 || status === 415 ? 'file' : 'upload';
}
