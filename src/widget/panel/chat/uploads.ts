import type { MessageContent } from './chat.ts';
import { newId } from './outbox.ts';

/** A file on its way to the engine; only in the tab that sends it. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  /** 0 to 1 */
  readonly progress: number;
  readonly failure?: 'tooLarge' | 'file' | 'upload';
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

export interface Uploads {
  readonly list: () => readonly Upload[];
  readonly add: (file: Blob, name: string, content: Upload['content']) => void;
  /** stops it and takes it off the list */
  readonly cancel: (id: string) => void;
  readonly again: (id: string) => void;
}

/** Sends files one after the other; the message of each follows when the engine has it. */
export function createUploads({ base, largest, connected, send, onChange }: UploadOptions): Uploads {
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
    for (;;) {
      const next = list.find(({ failure }) => failure === undefined);
      if (next === undefined) break;
      await upload(next);
    }
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
    await new Promise((resolve) => {
      request.addEventListener('loadend', resolve);
      request.send(file);
    });
    current = undefined;
    const answer = uploadIn(request);
    if (!list.some((each) => each.id === id)) return;
    if (answer === undefined) return set(id, { failure: failureOf(request.status) });
    remove(id);
    send({ ...content, upload: answer });
  };

  return {
    list: () => list,
    add: (file, name, content) => {
      list = [...list, { id: newId(), name, file, content, progress: 0 }];
      onChange();
      void run();
    },
    cancel: (id) => {
      remove(id);
      if (current?.id === id) current.request.abort();
    },
    again: (id) => {
      list = list.map(({ failure, ...each }) =>
        each.id === id || failure === undefined ? each : { ...each, failure },
      );
      onChange();
      void run();
    },
  };
}

function uploadIn({ status, responseText }: XMLHttpRequest): string | undefined {
  if (status !== 200 && status !== 201) return undefined;
  try {
    const { upload } = JSON.parse(responseText) as { readonly upload?: unknown };
    return typeof upload === 'string' ? upload : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(status: number): NonNullable<Upload['failure']> {
  if (status === 413) return 'tooLarge';
  return status === 400 || status === 403 || status === 415 ? 'file' : 'upload';
}
