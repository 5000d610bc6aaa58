import { ContractError } from '#shared/contract/errors.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { newClientId, type Words } from '#renderer/rpc/use-messages.ts';
import type { Uploads } from '#renderer/rpc/upload.ts';
import type { Uploaded } from '#shared/contract/media.ts';
import {
  asReply,
  type Attachment,
  MOST_ATTACHMENTS,
  moved,
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
  /** of all chats, each chat's in the order in which they are sent */
  readonly list: readonly Attachment[];
  /** begins to upload; `largest`: megabytes of one file at most. Those that are too many stay out; returns how many. */
  readonly add: (chatId: string, files: readonly NewFile[], uploads: Uploads, largest: number) => number;
  readonly change: (id: string, change: Partial<Attachment>) => void;
  /** to another place among those of its chat */
  readonly move: (id: string, to: number) => void;
  readonly remove: (id: string, uploads: Uploads) => void;
  /** whether this page still has the file, so that it can be uploaded again */
  readonly hasFile: (id: string) => boolean;
  /** uploads it again; a picture as it is, or drawn anew */
  readonly again: (id: string, isOriginal?: boolean) => void;
  /** those that are here now are sent as soon as they are uploaded, or are held back */
  readonly setLeaving: (chatId: string, isLeaving: boolean) => void;
  /** they are messages now */
  readonly sent: (ids: readonly string[]) => void;
  /** of what was sent and not yet taken, by place */
  readonly identities: Readonly<Record<string, Words>>;
  /** under which identity this is sent from a place: the same again until it is taken, also where the answer was lost */
  readonly identify: (place: string, text: string) => string;
  readonly taken: (place: string) => void;
}

/** Files that wait beside the composers: they go on uploading whatever is looked at, and outlast a reload once they are with the engine. */
export const useAttachments = create<Attachments>()(
  persist(
    (set, get) => {
      const work = new Map<string, Work>();
      const find = (id: string): Attachment | undefined => get().list.find((each) => each.id === id);
      const change: Attachments['change'] = (id, known) =>
        set(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, ...known } : each)) }));

      const beginNext = (): void => {
        const { list } = get();
        const busy = list.filter(({ progress: { at } }) => at === 'uploading' || at === 'processing');
        const queued = list.filter(({ progress }) => progress.at === 'queued');
        for (const { id } of queued.slice(0, Math.max(0, AT_ONCE - busy.length))) void bring(id);
      };

      const bring = async (id: string): Promise<void> => {
        const begun = work.get(id);
        if (begun === undefined) return;
        const {
          file: chosen,
          uploads,
          cancel: { signal },
        } = begun;
        const is = (known: Partial<Attachment>): void => {
          if (!signal.aborted) change(id, known);
        };
        const done: string[] = [];
        const upload = async (file: Blob, name: string, onSent?: (sent: number) => void): Promise<Uploaded> => {
          const uploaded = await uploads.upload(file, { name, signal, ...(onSent && { onSent }) });
          done.push(uploaded.uploadId);
          return uploaded;
        };
        is({ progress: { at: 'processing' } });
        try {
          const { redrawn } = await import('#renderer/rpc/redraw.ts');
          const picture = find(id)?.isOriginal === true ? undefined : await redrawn(chosen);
          if (picture?.is === 'undrawable')
            return is({
              progress: { at: 'failed', problem: i18n.t('conversation:attach.undrawable'), remedy: 'original' },
            });
          signal.throwIfAborted();
          const file = picture?.is === 'drawn' ? picture.file : chosen;
          is({ name: file.name, size: file.size, ...(picture?.is === 'drawn' && { isOriginal: false }) });
          is({ progress: { at: 'uploading', sent: 0 } });
          const uploaded = await upload(file, file.name, (sent) =>
            is({ progress: sent < file.size ? { at: 'uploading', sent } : { at: 'processing' } }),
          );
          is({ progress: { at: 'processing' } });
          const { lookAt } = await import('./measure.ts');
          const { preview, ...look } = await lookAt(file, uploaded);
          // A message without its preview is better than none.
          const small =
            preview && (await upload(preview, i18n.t('conversation:attach.previewName')).catch(() => undefined));
          const known = find(id);
          if (known !== undefined) is(uploadedAs(known, uploaded, look, small));
        } catch (error) {
          is({ progress: { at: 'failed', ...uploadProblem(error) } });
        } finally {
          if (signal.aborted) uploads.discard(done);
          beginNext();
        }
      };

      return {
        list: [],
        identities: {},
        add: (chatId, files, uploads, largest) => {
          const room = MOST_ATTACHMENTS - get().list.filter((each) => each.chatId === chatId).length;
          const taken = files.slice(0, Math.max(0, room));
          const begun = taken.map(({ file, recorded }) => {
            const attachment = newAttachment(chatId, file, recorded, largest);
            work.set(attachment.id, { file, uploads, cancel: new AbortController() });
            return attachment;
          });
          set(({ list }) => ({ list: [...list, ...begun] }));
          beginNext();
          return files.length - taken.length;
        },
        change,
        move: (id, to) =>
          set(({ list }) => {
            const chatId = find(id)?.chatId;
            const others = list.filter((each) => each.chatId !== chatId);
            const mine = list.filter((each) => each.chatId === chatId);
            return { list: [...others, ...moved(mine, id, to)] };
          }),
        remove: (id, uploads) => {
          const gone = find(id);
          work.get(id)?.cancel.abort();
          get().sent([id]);
          if (gone !== undefined) uploads.discard(uploadsOf(gone));
          beginNext();
        },
        hasFile: (id) => work.has(id),
        again: (id, isOriginal = find(id)?.isOriginal) => {
          const [known, before] = [find(id), work.get(id)];
          if (known === undefined || before === undefined) return;
          before.cancel.abort();
          before.uploads.discard(uploadsOf(known));
          work.set(id, { ...before, cancel: new AbortController() });
          change(id, { preview: undefined, isOriginal, progress: { at: 'queued' } });
          beginNext();
        },
        setLeaving: (chatId, isLeaving) =>
          set(({ list }) => ({ list: list.map((each) => (each.chatId === chatId ? { ...each, isLeaving } : each)) })),
        sent: (ids) => {
          set(({ list }) => ({ list: list.filter(({ id }) => !ids.includes(id)) }));
          for (const id of ids) work.delete(id);
        },
        identify: (place, text) => {
          const known = get().identities[place];
          if (known?.text === text) return known.clientId;
          const clientId = newClientId();
          set({ identities: { ...get().identities, [place]: { text, clientId } } });
          return clientId;
        },
        taken: (place) => set(({ identities: { [place]: _taken, ...others } }) => ({ identities: others })),
      };
    },
    {
      name: 'counterbell.attachments',
      version: 1,
      // Of this window alone: two windows would send the same file twice.
      storage: createJSONStorage(() => sessionStorage),
      // A file is with the engine once it is uploaded; before, a page that is left takes it along.
      partialize: ({ list, identities }) => ({
        list: list.filter((each) => asReply(each) !== undefined).map((each) => ({ ...each, isLeaving: false })),
        identities,
      }),
    },
  ),
);

function newAttachment(chatId: string, file: File, recorded: number | undefined, largest: number): Attachment {
  const nature: SentAs = recorded === undefined ? natureOf(file.type) : 'voice';
  return {
    id: newClientId(),
    chatId,
    isLeaving: false,
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
