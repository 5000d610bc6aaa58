import { AlarmClock } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { formatFuture } from '#renderer/components/dates.ts';
import { lazy } from '#renderer/components/lazy.tsx';
import { Popover } from '#renderer/components/popover.tsx';
import { notify, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { useShownKey } from '#renderer/components/use-commands.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { type OutgoingText, useDrafts } from '#renderer/rpc/written.ts';
import { useConversation } from '../conversation-context.ts';

export const TimePanel = lazy(async () => (await import('./time-panel.tsx')).TimePanel);
const Choice = lazy(async () => (await import('./time-panel.tsx')).Choice);

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
  const chatId = chat.id;
  const wake = (): void =>
    void waking.mutateAsync({ chatId }).then(() => notify(t('later.woken')), errorNotifier(t('later.notWoken')));
  // With promises: another chat may be open when the answer arrives.
  const snooze = (until?: number): void => {
    const words = until === undefined ? t('later.snoozed') : t('later.snoozedUntil', { time: formatLater(until) });
    void snoozing
      .mutateAsync({ chatId, until })
      .then(
        () => notify(words, { id: `snoozed-${chatId}`, action: undoAction(wake) }),
        errorNotifier(t('later.notSnoozed')),
      );
  };
  const isSnoozed = chat.snoozed !== undefined;
  return (
    <Popover
      label={t('later.snoozeTitle')}
      anchor={anchor}
      command="snooze"
      finalFocus={field}
      part={TimePanel}
      className="max-h-none"
    >
      {(close) => {
        const then = (act: () => void) => (): void => {
          close();
          act();
        };
        return (
          <TimePanel
            verb={t('later.snooze')}
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
  const { chat, field } = useConversation();
  const schedule = useScheduleReply(chat.id);
  const shortcut = useShownKey('sendLater');
  return (
    <Popover
      label={t('later.sendTitle')}
      trigger={
        <IconButton label={t('later.sendTitle')} shortcut={shortcut} icon={<AlarmClock />} disabled={disabled} />
      }
      {...(!disabled && { command: 'sendLater' as const })}
      part={TimePanel}
      side="top"
      finalFocus={field}
      className="max-h-none"
    >
      {(close) => (
        <TimePanel
          verb={t('later.send')}
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
export function useScheduleReply(chatId: string): (words: OutgoingText, sendAt: number) => void {
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
        const kept = replies.find((reply) => reply.text === text && reply.sendAt === sendAt);
        const said = t('later.scheduled', { time: formatLater(sendAt) });
        if (kept !== undefined) notify(said, { action: undoAction(() => undo(kept.id)) });
      },
      (error: unknown) => {
        useDrafts.getState().restore(chatId, words);
        errorNotifier(t('later.notScheduled'))(error);
      },
    );
  };
}
