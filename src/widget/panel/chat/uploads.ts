import type { Credentials } from '#shared/site/frames.ts';
import { toBase64Url } from '../connection/base64url.ts';
import { handIn } from '../connection/letter.ts';
import { toJson } from '../json.ts';
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

/** Brings a file to the engine; resolves with its name there, or with what became of it. Never rejects. */
export type Transfer = (
  file: Pick<Upload, 'id' | 'name' | 'file'>,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<{ readonly upload: string } | { readonly failure: UploadFailure }>;

export interface UploadOptions {
  readonly transfer: Transfer;
  /** bytes */
  readonly largest: number;
  readonly send: (content: MessageContent) => void;
  readonly onChange: () => void;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Sends files one after the other; the message of each follows when the engine has it. */
export function createUploads({ transfer, largest, send, onChange }: UploadOptions) {
  let list: readonly Upload[] = [];
  let current: { readonly id: string; readonly stop: AbortController } | undefined;
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
    const stop = new AbortController();
    current = { id, stop };
    const outcome = await transfer({ id, name, file }, (progress) => set(id, { progress }), stop.signal);
    current = undefined;
    if (!list.some((item) => item.id === id)) return;
    if ('failure' in outcome) return set(id, outcome);
    remove(id);
    send({ ...content, upload: outcome.upload });
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
      if (current?.id === id) current.stop.abort();
    },
    /** stops all of them */
    close: (): void => {
      list = [];
      current?.stop.abort();
    },
    again: (id: string): void => {
      set(id, { failure: undefined });
      void run();
    },
  };
}

/** In one request to the engine. `known`: resolves when the engine knows the visitor, with who they are. */
export const transferWhole =
  (base: string, known: () => Promise<Credentials>): Transfer =>
  async ({ name, file }, onProgress, signal) => {
    const credentials = new TextEncoder().encode(toJson(await known()));
    if (signal.aborted) return { failure: 'upload' };
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / (total || 1)));
    request.open('POST', `${base}/files?name=${encodeURIComponent(name)}`);
    request.setRequestHeader('authorization', `Bearer ${toBase64Url(credentials)}`);
    request.responseType = 'json';
    signal.addEventListener('abort', () => request.abort());
    await new Promise((resolve) => {
      request.addEventListener('loadend', resolve);
      request.send(file);
    });
    const answer = request.response as UploadAnswer | null;
    return answer?.upload === undefined
      ? { failure: failureOf(request.status, answer?.error?.code) }
      : { upload: answer.upload };
  };

/** Bytes of a piece: wrapped twice it is still a request that any website takes. */
const PIECE = 256 * 1024;

/** By the website, which keeps the pieces like messages: its `script` runs. */
export const transferInPieces =
  (script: string, mailbox: () => string): Transfer =>
  async ({ id: upload, name, file }, onProgress, signal) => {
    try {
      const box = mailbox();
      for (let part = 0; part * PIECE < file.size; part += 1) {
        const data = toBase64Url(new Uint8Array(await file.slice(part * PIECE, (part + 1) * PIECE).arrayBuffer()));
        const piece = toJson({ kind: 'piece', upload, part, name, data });
        await handIn(script, { box, have: 0, frames: [[true, piece]] }, signal);
        onProgress(Math.min(1, ((part + 1) * PIECE) / file.size));
      }
      return { upload };
    } catch {
      return { failure: 'upload' };
    }
  };

/** Failure for a status: what a client did wrong stays wrong, unless it was only too early, too much or too slow. */
function failureOf(status: number, code: string | undefined): UploadFailure {
  if (status === 413) return 'tooLarge';
  // The channel is gone; a connection that is gone is made anew.
  if (status === 404 && code === 'not_found') return 'over';
  return status >= 400 && status < 500 && ![404, 408, 425, 429].includes(status) ? 'file' : 'upload';
}
