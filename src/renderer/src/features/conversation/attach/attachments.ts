import { ContractError, mayTryAgain } from '#shared/contract/errors.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { create } from 'zustand';
import { combine, createJSONStorage, persist } from 'zustand/middleware';
import { newClientId, type OutgoingText, type Owner } from '#renderer/rpc/written.ts';
import { countAsUnderWay } from '#renderer/state/under-way.ts';
import { uploadFile } from '#renderer/rpc/media.ts';
import { redrawPicture } from '#renderer/rpc/redraw.ts';
import type { Uploaded } from '#shared/contract/media.ts';
import {
  toReply,
  type Attachment,
  MAX_ATTACHMENTS,
  moveAttachment,
  natureOf,
  type Progress,
  type SentAs,
  withUpload,
  uploadsOf,
} from './attachment.ts';
import { inspectFile } from './measure.ts';

/** Parallel uploads: the page's other requests need connections too. */
const MAX_PARALLEL = 2;
/** As in the engine. */
const MEGABYTE = 1024 * 1024;

/** The upload of an attachment, while this page has the file. */
interface Work {
  readonly file: File;
  readonly discard: Discard;
  readonly cancel: AbortController;
}

type Discard = (uploadIds: readonly string[]) => void;

export interface NewFile {
  readonly file: File;
  /** recorded here just now; seconds */
  readonly recorded?: number;
}

interface Attachments {
  /** the author; undefined until the first connection */
  readonly owner?: string;
  /** of all chats, in sending order within each */
  readonly list: readonly Attachment[];
  /** of replies sent but not yet accepted, by place */
  readonly identities: Readonly<Record<string, OutgoingText>>;
}

const NOTHING: Attachments = { list: [], identities: {} };

/** Attachments of all composers: uploads continue while other chats are open; uploaded ones survive a reload. */
export const useAttachments = create(
  persist(
    combine(NOTHING, (set, get) => {
      const work = new Map<string, Work>();
      const find = (id: string): Attachment | undefined => get().list.find((attachment) => attachment.id === id);
      const change = (id: string, known: Partial<Attachment>): void =>
        void set(({ list }) => ({
          list: list.map((attachment) => (attachment.id === id ? { ...attachment, ...known } : attachment)),
        }));

      const beginNext = (): void => {
        const { list } = get();
        const busy = list.filter(({ progress: { at } }) => at === 'uploading' || at === 'processing');
        const queued = list.filter(({ progress }) => progress.at === 'queued');
        for (const { id } of queued.slice(0, Math.max(0, MAX_PARALLEL - busy.length))) void uploadNext(id);
      };

      const uploadNext = async (id: string): Promise<void> => {
        const begun = work.get(id);
        if (begun === undefined) return;
        const { file: chosen, discard } = begun;
        const { signal } = begun.cancel;
        const is = (known: Partial<Attachment>): void => {
          if (!signal.aborted) change(id, known);
        };
        const done: string[] = [];
        const upload = async (file: Blob, name: string, onSent?: (sent: number) => void): Promise<Uploaded> => {
          const uploaded = await uploadFile(file, { name, signal, ...(onSent && { onSent }) });
          done.push(uploaded.uploadId);
          return uploaded;
        };
        is({ progress: { at: 'processing' } });
        try {
          const picture = find(id)?.isOriginal === true ? undefined : await redrawPicture(chosen);
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
          const { preview, ...look } = await inspectFile(file, uploaded);
          // A message without a preview is better than none.
          const small =
            preview && (await upload(preview, i18n.t('conversation:attach.previewName')).catch(() => undefined));
          const known = find(id);
          if (known !== undefined) is(withUpload(known, uploaded, look, small));
        } catch (error) {
          is({ progress: { at: 'failed', ...uploadProblem(error) } });
        } finally {
          if (signal.aborted) discard(done);
          beginNext();
        }
      };

      /** uploads it again; a picture unchanged or redrawn */
      const retry = (id: string, isOriginal = find(id)?.isOriginal): void => {
        const [known, before] = [find(id), work.get(id)];
        if (known === undefined || before === undefined) return;
        before.cancel.abort();
        before.discard(uploadsOf(known));
        work.set(id, { ...before, cancel: new AbortController() });
        change(id, { preview: undefined, isOriginal, progress: { at: 'queued' } });
        beginNext();
      };
      /** they have become messages, or were removed */
      const sent = (ids: readonly string[]): void => {
        set(({ list }) => ({ list: list.filter(({ id }) => !ids.includes(id)) }));
        for (const id of ids) work.delete(id);
      };

      return {
        change,
        retry,
        sent,
        /** starts uploading; `largest`: megabytes per file. Returns how many files exceed the number of attachments. */
        add: (chatId: string, files: readonly NewFile[], discard: Discard, largest: number): number => {
          const room = MAX_ATTACHMENTS - get().list.filter((attachment) => attachment.chatId === chatId).length;
          const taken = files.slice(0, Math.max(0, room));
          const begun = taken.map(({ file, recorded }) => {
            const attachment = newAttachment(chatId, file, recorded, largest);
            work.set(attachment.id, { file, discard, cancel: new AbortController() });
            return attachment;
          });
          set(({ list }) => ({ list: [...list, ...begun] }));
          beginNext();
          return files.length - taken.length;
        },
        /** to another position within its chat */
        move: (id: string, to: number): void =>
          void set(({ list }) => {
            const chatId = find(id)?.chatId;
            const others = list.filter((attachment) => attachment.chatId !== chatId);
            const ofChat = list.filter((attachment) => attachment.chatId === chatId);
            return { list: [...others, ...moveAttachment(ofChat, id, to)] };
          }),
        remove: (id: string, discard: Discard): void => {
          const removed = find(id);
          work.get(id)?.cancel.abort();
          sent([id]);
          if (removed !== undefined) discard(uploadsOf(removed));
          beginNext();
        },
        /** true if this page still has the file and can upload it again */
        hasFile: (id: string): boolean => work.has(id),
        /** the connection is back: uploads again what it had cut off, in all chats */
        resume: (): void => {
          for (const { id, progress } of get().list) if (progress.at === 'failed' && progress.isCutOff) retry(id);
        },
        /** an operator was greeted: what somebody else had attached in this window is discarded */
        switchTo: ({ installationId, operatorId }: Owner): void => {
          const next = `${installationId} ${operatorId}`;
          const { owner } = get();
          if (owner === next) return;
          set({ owner: next, ...(owner !== undefined && { list: [], identities: {} }) });
          if (owner === undefined) return;
          for (const { cancel } of work.values()) cancel.abort();
          work.clear();
        },
        /** sends those attached now as soon as they are uploaded, or holds them back */
        setLeaving: (chatId: string, isLeaving: boolean): void =>
          void set(({ list }) => ({
            list: list.map((attachment) => (attachment.chatId === chatId ? { ...attachment, isLeaving } : attachment)),
          })),
        /** the identity of a reply from a place: the same until accepted, even if the answer was lost */
        identify: (source: string, text: string): string => {
          const known = get().identities[source];
          if (known?.text === text) return known.clientId;
          const clientId = newClientId();
          set({ identities: { ...get().identities, [source]: { text, clientId } } });
          return clientId;
        },
        taken: (source: string): void =>
          void set(({ identities: { [source]: _taken, ...others } }) => ({ identities: others })),
      };
    }),
    {
      name: 'counterbell.attachments',
      version: 1,
      // In this window only: two windows would send the same file twice.
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ list, identities, owner }) => ({ list: list.flatMap(afterReload), identities, owner }),
    },
  ),
);

// Files are on this page only until they are uploaded, and known to this window only until they are sent.
countAsUnderWay(() => useAttachments.getState().list.length > 0);

/** Marks files that a reload lost: before its upload, a file is on the page only. */
function afterReload(attachment: Attachment): readonly Attachment[] {
  const { progress } = attachment;
  const restored = { ...attachment, isLeaving: false };
  if (toReply(attachment) !== undefined) return [restored];
  if (progress.at === 'failed' && progress.remedy === undefined) return [];
  return [{ ...restored, progress: { at: 'failed', problem: i18n.t('conversation:attach.uploadProblem.lost') } }];
}

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
  if (size === 0) return { at: 'failed', problem: i18n.t('conversation:attach.empty'), isLeftOut: true };
  if (size > largest * MEGABYTE)
    return {
      at: 'failed',
      problem: i18n.t('conversation:attach.tooLarge', { megabytes: largest }),
      isLeftOut: true,
    };
  return { at: 'queued' };
}

/** Explains why an upload failed, and whether a retry may help. */
function uploadProblem(error: unknown): Omit<Extract<Progress, { at: 'failed' }>, 'at'> {
  if (!(error instanceof ContractError))
    return { problem: i18n.t('conversation:attach.uploadProblem.problem'), remedy: 'retry', isCutOff: true };
  return { problem: error.message, ...(mayTryAgain(error) && { remedy: 'retry' }) };
}
