import { AlarmClock, Pencil, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { formatFuture, formatFull, useNow } from '#renderer/components/dates.tsx';
import { Popover } from '#renderer/components/popups.tsx';
import { Choice, TimePanel } from '#renderer/components/time-panel.tsx';
import { notify, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { notifyRepeated } from '#renderer/components/repeated-notices.ts';
import { shownKeyOf } from '#renderer/state/commands.tsx';
import { useRouteMutation, useRouteQuery } from '#renderer/rpc/ask.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { type OutgoingText, useDrafts, newClientId } from '#renderer/rpc/written.ts';
import { useHours, useOperator } from '#renderer/rpc/use-directory.ts';
import type { ScheduledReply } from '#shared/domain/entities.ts';
import { useConversation, useConversationBasics } from '../conversation-context.ts';

/** Relative to now. */
function formatLater(at: number): string {
  return formatFuture(at, Date.now());
}

/** Snoozes the chat until a time or until its customer writes, or ends the snooze. */
export function SnoozePopover({ anchor }: { readonly anchor: RefObject<Element | null> }) {
  const { t } = useTranslation('conversation');
  const { chat, field } = useConversation();
  const snoozing = useChatAction('chats.snooze');
  const waking = useChatAction('chats.unsnooze');
  const hours = useHours().data?.settings.hours;
  const chatId = chat.id;
  const wake = (): void =>
    void waking
      .mutateAsync({ chatId })
      .then(() => notify(t('later.woken'), { id: 'woken' }), errorNotifier(t('later.notWoken')));
  // With promises: another chat may be open when the answer arrives.
  const snooze = (until?: number): void => {
    const words = until === undefined ? t('later.snoozed') : t('later.snoozedUntil', { time: formatLater(until) });
    void snoozing.mutateAsync({ chatId, until }).then(
      () =>
        notifyRepeated('snoozed', {
          to: chatId,
          one: words,
          several: (count) => t('later.snoozedSeveral', { count }),
          undo: wake,
        }),
      errorNotifier(t('later.notSnoozed')),
    );
  };
  const isSnoozed = chat.snoozed !== undefined;
  return (
    <Popover label={t('later.snoozeTitle')} anchor={anchor} command="snooze" finalFocus={field} className="max-h-none">
      {(close) => {
        const then = (act: () => void) => (): void => {
          close();
          act();
        };
        return (
          <TimePanel
            verb={t('later.snooze')}
            hours={hours}
            onPick={(at) => then(() => snooze(at))()}
            first={isSnoozed && <Choice onPick={then(wake)}>{t('later.wake')}</Choice>}
            further={<Choice onPick={then(() => snooze())}>{t('later.untilWritten')}</Choice>}
          />
        );
      }}
    </Popover>
  );
}

interface SendLaterButtonProps {
  readonly disabled: boolean;
  /** removes the text from the composer */
  readonly take: () => OutgoingText;
}

/** Schedules the text for a chosen time. */
export function SendLaterButton({ disabled, take }: SendLaterButtonProps) {
  const { t } = useTranslation('conversation');
  const { chatId, field } = useConversationBasics();
  const hours = useHours().data?.settings.hours;
  const schedule = useScheduleReply(chatId);
  const shortcut = shownKeyOf('sendLater');
  return (
    <Popover
      label={t('later.sendTitle')}
      trigger={
        <IconButton label={t('later.sendTitle')} shortcut={shortcut} icon={<AlarmClock />} disabled={disabled} />
      }
      {...(!disabled && { command: 'sendLater' as const })}
      side="top"
      finalFocus={field}
      className="max-h-none"
    >
      {(close) => (
        <TimePanel
          verb={t('later.send')}
          hours={hours}
          onPick={(at) => {
            close();
            schedule(take(), at);
          }}
        />
      )}
    </Popover>
  );
}

/** Schedules a text; if refused or undone, it returns to the composer. */
function useScheduleReply(chatId: string): (words: OutgoingText, sendAt: number) => void {
  const { t } = useTranslation('conversation');
  const scheduling = useRouteMutation('replies.schedule');
  const cancelling = useRouteMutation('replies.cancel');
  return (words, sendAt) => {
    const { text, clientId } = words;
    const undo = (replyId: string): void =>
      void cancelling
        .mutateAsync({ replyId })
        .then(() => useDrafts.getState().restore(chatId, words), errorNotifier(t('later.notCancelled')));
    void scheduling.mutateAsync({ chatId, text, sendAt, clientId }).then(
      ({ replies }) => {
        const scheduled = replies.find((reply) => reply.text === text && reply.sendAt === sendAt);
        const notice = t('later.scheduled', { time: formatLater(sendAt) });
        if (scheduled !== undefined) notify(notice, { action: undoAction(() => undo(scheduled.id)) });
      },
      (error: unknown) => {
        useDrafts.getState().restore(chatId, words);
        errorNotifier(t('later.notScheduled'))(error);
      },
    );
  };
}

/** The chat's scheduled replies and their times; each can be changed or cancelled until then. */
export function ScheduledReplies() {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const replies = useRouteQuery('replies.list', { chatId: chat.id }).data?.replies ?? [];
  if (replies.length === 0) return null;
  return (
    <ul aria-label={t('scheduled.title')} className="mx-auto flex w-full max-w-[720px] flex-col gap-1 px-4 pb-2">
      {replies.map((reply) => (
        <li key={reply.id}>
          <Scheduled reply={reply} />
        </li>
      ))}
    </ul>
  );
}

function Scheduled({ reply }: { readonly reply: ScheduledReply }) {
  const { t } = useTranslation('conversation');
  const { chat, meId, actions, field } = useConversation();
  const author = useOperator(reply.operatorId)?.name;
  const time = useNow((now) => formatFuture(reply.sendAt, now));
  const cancelling = useRouteMutation('replies.cancel');
  const schedule = useScheduleReply(chat.id);
  const { id: replyId, chatId, text, sendAt, operatorId } = reply;
  // With promises: this line is gone when the answer arrives.
  const cancel = (then: () => void): void =>
    void cancelling.mutateAsync({ replyId }).then(then, errorNotifier(t('later.notCancelled')));
  const edit = (): void =>
    cancel(() => {
      useDrafts.getState().restore(chatId, { text, clientId: newClientId() });
      field.current?.focus();
    });
  const remove = (): void =>
    cancel(() => {
      const scheduleAgain = (): void => schedule({ text, clientId: newClientId() }, sendAt);
      notify(t('scheduled.removed'), { action: undoAction(scheduleAgain) });
    });
  const canWrite = chat.state !== 'closed' && !actions.isHeld;
  const when =
    operatorId === meId || author === undefined
      ? t('scheduled.at', { time })
      : t('scheduled.atBy', { time, operatorName: author });
  return (
    <article
      aria-label={when}
      className="flex items-center gap-2 rounded-card border border-dashed border-edge bg-sunken py-1 ps-3 pe-1 text-ui"
    >
      <AlarmClock aria-hidden className="size-4 shrink-0 text-ink-quiet" />
      <p className="min-w-0 flex-1">
        <time title={formatFull(sendAt)} className="block text-meta text-ink-quiet">
          {when}
        </time>
        <bdi className="line-clamp-2 wrap-anywhere whitespace-pre-wrap">{text}</bdi>
      </p>
      {canWrite && <IconButton size="sm" label={t('scheduled.edit')} icon={<Pencil />} onClick={edit} />}
      <IconButton size="sm" label={t('scheduled.remove')} icon={<Trash2 />} onClick={remove} />
    </article>
  );
}
