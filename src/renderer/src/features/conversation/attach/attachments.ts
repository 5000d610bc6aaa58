import { ContractError } from '#shared/contract/errors.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newClientId } from '#renderer/rpc/outbox.ts';
import type { Uploads } from '#renderer/rpc/upload.ts';
import type { Words } from '#renderer/rpc/use-messages.ts';
import {
  type Attachment,
  asReply,
  moved,
  MOST_ATTACHMENTS,
  natureOf,
  type Progress,
  type SentAs,
  uploadedAs,
  uploadsOf,
} from './attachment.ts';

/** Uploads under way at a time: the questions of the page need lines of their own. */
const AT_ONCE = 2;
/** As the engine counts them. */
const MEGABYTE = 1024 * 1024;

/** What an attachment is made of, for as long as this page knows the file. */
interface Work {
  readonly chatId: string;
  readonly file: File;
  readonly uploads: Uploads;
  readonly cancel: AbortController;
}

export interface NewFile {
  readonly file: File;
  /** it was recorded here just now; seconds */
  readonly recorded?: number;
}

interface Attachments {
  readonly byChat: Readonly<Record<string, readonly Attachment[]>>;
  readonly work: Readonly<Record<string, Work>>;
  /** ids of those that are to be sent, by chat */
  readonly leaving: Readonly<Record<string, readonly string[]>>;
  /** begins to upload; `largest`: megabytes of one file at most. Those that are too many stay out; returns how many. */
  readonly add: (chatId: string, files: readonly NewFile[], uploads: Uploads, largest: number) => number;
  readonly change: (
    chatId: string,
    id: string,
    change: Partial<Pick<Attachment, 'caption' | 'performer' | 'title' | 'sentAs'>>,
  ) => void;
  readonly move: (chatId: string, id: string, to: number) => void;
  readonly remove: (chatId: string, id: string, uploads: Uploads) => void;
  readonly retry: (id: string) => void;
  /** uploads a picture again: as it is, or drawn anew */
  readonly chooseOriginal: (chatId: string, id: string, isOriginal: boolean) => void;
  /** they are sent as soon as they are uploaded */
  readonly leave: (chatId: string, ids: readonly string[]) => void;
  readonly stay: (chatId: string) => void;
  /** of what was sent and not yet taken, by place */
  readonly identities: Readonly<Record<string, Words>>;
  /** under which identity this is sent from a place: the same again until it is taken, also where the answer was lost */
  readonly identify: (place: string, text: string) => string;
  readonly taken: (place: string) => void;
  /** they are messages now */
  readonly sent: (chatId: string, ids: readonly string[]) => void;
}

const none: readonly Attachment[] = [];

/** Files that wait beside the composers, by chat: they go on uploading whatever is looked at, and outlast a reload once they are with the engine. */
export const useAttachments = create<Attachments>()(
  persist(
    (set, get) => {
      const update = (chatId: string, change: (list: readonly Attachment[]) => readonly Attachment[]): void => {
        const { [chatId]: list = none, ...others } = get().byChat;
        const changed = change(list);
        set({ byChat: changed.length === 0 ? others : { ...others, [chatId]: changed } });
      };
      const advance = (id: string, progress: Progress): void => {
        const { chatId } = get().work[id] ?? {};
        if (chatId !== undefined)
          update(chatId, (list) => list.map((each) => (each.id === id ? { ...each, progress } : each)));
      };
      const end = (id: string): void => {
        const { [id]: _ended, ...others } = get().work;
        set({ work: others });
      };

      const beginNext = (): void => {
        const all = Object.values(get().byChat).flat();
        const isBusy = ({ progress }: Attachment): boolean =>
          progress.at === 'uploading' || progress.at === 'processing';
        const free = AT_ONCE - all.filter(isBusy).length;
        for (const { id } of all.filter(({ progress }) => progress.at === 'queued').slice(0, Math.max(0, free)))
          void bring(id);
      };

      const bring = async (id: string): Promise<void> => {
        const work = get().work[id];
        if (work === undefined) return;
        const {
          chatId,
          uploads,
          cancel: { signal },
        } = work;
        const change = (known: Partial<Attachment>): void =>
          update(chatId, (list) => list.map((each) => (each.id === id ? { ...each, ...known } : each)));
        advance(id, { at: 'processing' });
        try {
          const isOriginal = get().byChat[chatId]?.find((each) => each.id === id)?.isOriginal === true;
          const { redrawn } = await import('#renderer/rpc/redraw.ts');
          const picture = isOriginal ? undefined : await redrawn(work.file);
          if (signal.aborted) return beginNext();
          if (picture?.is === 'undrawable') {
            advance(id, { at: 'failed', problem: i18n.t('conversation:attach.undrawable'), remedy: 'original' });
            return beginNext();
          }
          const file = picture?.is === 'drawn' ? picture.file : work.file;
          change({ name: file.name, size: file.size, ...(picture?.is === 'drawn' && { isOriginal: false }) });
          advance(id, { at: 'uploading', sent: 0 });
          const onSent = (sent: number): void =>
            advance(id, sent < file.size ? { at: 'uploading', sent } : { at: 'processing' });
          const uploaded = await uploads.upload(file, { name: file.name, signal, onSent });
          if (!signal.aborted) advance(id, { at: 'processing' });
          const { lookAt } = await import('./measure.ts');
          const { preview, ...look } = await lookAt(file, uploaded);
          // A message without its preview is better than none.
          const small =
            preview &&
            (await uploads
              .upload(preview, { name: i18n.t('conversation:attach.previewName'), signal })
              .catch(() => undefined));
          if (signal.aborted) uploads.discard([uploaded.uploadId, ...(small === undefined ? [] : [small.uploadId])]);
          else
            update(chatId, (list) =>
              list.map((each) =>
                each.id === id
                  ? uploadedAs(each, uploaded, look, small && { uploadId: small.uploadId, url: small.url })
                  : each,
              ),
            );
        } catch (error) {
          if (!signal.aborted) advance(id, { at: 'failed', ...uploadProblem(error) });
        }
        beginNext();
      };

      return {
        byChat: {},
        work: {},
        leaving: {},
        identities: {},
        add: (chatId, files, uploads, largest) => {
          const room = MOST_ATTACHMENTS - (get().byChat[chatId]?.length ?? 0);
          const taken = files
            .slice(0, Math.max(0, room))
            .map(({ file, recorded }) => ({ file, attachment: begun(file, recorded, largest) }));
          const work = taken.map(
            ({ file, attachment }) =>
              [attachment.id, { chatId, file, uploads, cancel: new AbortController() }] as const,
          );
          set({ work: { ...get().work, ...Object.fromEntries(work) } });
          update(chatId, (list) => [...list, ...taken.map(({ attachment }) => attachment)]);
          beginNext();
          return files.length - taken.length;
        },
        change: (chatId, id, change) =>
          update(chatId, (list) => list.map((each) => (each.id === id ? { ...each, ...change } : each))),
        move: (chatId, id, to) => update(chatId, (list) => moved(list, id, to)),
        remove: (chatId, id, uploads) => {
          const gone = get().byChat[chatId]?.find((each) => each.id === id);
          get().work[id]?.cancel.abort();
          end(id);
          update(chatId, (list) => list.filter((each) => each.id !== id));
          if (gone !== undefined) uploads.discard(uploadsOf(gone));
          beginNext();
        },
        retry: (id) => {
          advance(id, { at: 'queued' });
          beginNext();
        },
        chooseOriginal: (chatId, id, isOriginal) => {
          const work = get().work[id];
          if (work === undefined) return;
          work.cancel.abort();
          set({ work: { ...get().work, [id]: { ...work, cancel: new AbortController() } } });
          update(chatId, (list) =>
            list.map((each) => {
              if (each.id !== id) return each;
              work.uploads.discard(uploadsOf(each));
              const { preview: _gone, ...rest } = each;
              return { ...rest, isOriginal, progress: { at: 'queued' } };
            }),
          );
          beginNext();
        },
        leave: (chatId, ids) => set({ leaving: { ...get().leaving, [chatId]: ids } }),
        stay: (chatId) => {
          const { [chatId]: _stays, ...others } = get().leaving;
          set({ leaving: others });
        },
        identify: (place, text) => {
          const known = get().identities[place];
          if (known?.text === text) return known.clientId;
          const clientId = newClientId();
          set({ identities: { ...get().identities, [place]: { text, clientId } } });
          return clientId;
        },
        taken: (place) => {
          const { [place]: _taken, ...others } = get().identities;
          set({ identities: others });
        },
        sent: (chatId, ids) => {
          update(chatId, (list) => list.filter(({ id }) => !ids.includes(id)));
          for (const id of ids) end(id);
        },
      };
    },
    {
      name: 'counterbell.attachments',
      version: 1,
      // Of this window alone: two windows would send the same file twice.
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ byChat, identities }) => ({ byChat: withoutUnfinished(byChat), identities }),
    },
  ),
);

/** A file is with the engine once it is uploaded; before, a page that is left takes it along. */
function withoutUnfinished(byChat: Attachments['byChat']): Attachments['byChat'] {
  const kept = Object.entries(byChat).map(
    ([chatId, list]) => [chatId, list.filter((each) => asReply(each) !== undefined)] as const,
  );
  return Object.fromEntries(kept.filter(([, list]) => list.length > 0));
}

function begun(file: File, recorded: number | undefined, largest: number): Attachment {
  const nature: SentAs = recorded === undefined ? natureOf(file.type) : 'voice';
  return {
    id: newClientId(),
    name: file.name,
    size: file.size,
    nature,
    sentAs: nature,
    caption: '',
    performer: '',
    title: '',
    progress: refusal(file, largest),
    duration: recorded,
  };
}

function refusal({ size }: File, largest: number): Progress {
  if (size === 0) return { at: 'failed', problem: i18n.t('conversation:attach.empty') };
  if (size > largest * MEGABYTE)
    return { at: 'failed', problem: i18n.t('conversation:attach.tooLarge', { megabytes: largest }) };
  return { at: 'queued' };
}

/** What became of an upload that did not work, and whether trying again may help. */
function uploadProblem(error: unknown): { readonly problem: string; readonly remedy?: 'retry' } {
  if (!(error instanceof ContractError))
    return { problem: i18n.t('conversation:attach.uploadProblem.problem'), remedy: 'retry' };
  return { problem: error.message, ...(error.code !== 'file_refused' && { remedy: 'retry' }) };
}
