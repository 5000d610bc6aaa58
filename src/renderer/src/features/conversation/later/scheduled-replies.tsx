import { AlarmClock, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#renderer/components/button.tsx';
import { formatFuture, formatFull } from '#renderer/components/dates.ts';
import { useNow } from '#renderer/components/time.tsx';
import { errorNotifier, notify, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useRouteQuery } from '#renderer/rpc/ask.ts';
import { newClientId, useDrafts } from '#renderer/rpc/written.ts';
import { useOperators } from '#renderer/rpc/use-directory.ts';
import type { ScheduledReply } from '#shared/domain/entities.ts';
import { useConversation } from '../conversation-context.ts';
import { useScheduleReply } from './later-buttons.tsx';

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
  const author = useOperators().data?.find(({ id }) => id === reply.operatorId)?.name;
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
