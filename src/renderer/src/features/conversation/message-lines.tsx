import { StickyNote } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import { formatClock, formatFull, Clock } from '#renderer/components/dates.tsx';
import { Stars } from '#renderer/components/stars.tsx';
import { draftOf, type Unsent, useDrafts } from '#renderer/rpc/written.ts';
import type { ChatEvent, Message, SystemLine as Line } from '#shared/domain/message.ts';
import { authorOf, type DeliveryNames, eventText, ratedText } from './conversation-text.ts';
import { useConversationBasics } from './conversation-context.ts';
import { DeliveryMark, WaitingLine } from './delivery-mark.tsx';
import { messageArticle, MessageMenu } from './message-menu.tsx';
import type { MessageRow } from './message-rows.ts';
import { MessageText } from './message-text.tsx';
import { NoteEditor } from './note-composer.tsx';

interface NoteProps {
  readonly row: MessageRow;
  readonly meId: string | undefined;
  readonly names: DeliveryNames;
  readonly text: string | undefined;
  /** undefined: the engine does not have it yet */
  readonly note?: Message;
  /** it waits for the connection */
  readonly waiting?: Unsent | undefined;
  /** of an earlier chat: read-only */
  readonly isEarlier: boolean;
}

/** A note, in full column width so that nobody mistakes it for a reply. */
export function Note({ row, meId, names, text = '', note, waiting, isEarlier }: NoteProps) {
  const { t } = useTranslation('conversation');
  const { isSmall, field, editedId, setEditedId } = useConversationBasics();
  const article = useRef<HTMLElement>(null);
  const author = authorOf(note, meId, names.customer);
  const isEdited = note !== undefined && note.id === editedId;
  const canEdit = meId !== undefined && note?.operatorId === meId && !isEarlier && !isSmall;
  const edit = (): void => {
    useDrafts.getState().write(draftOf('edit', row.chatId), text);
    setEditedId(note?.id);
  };
  const endEdit = (): void => {
    setEditedId(undefined);
    (field.current ?? article.current)?.focus({ preventScroll: true });
  };
  const edited = note?.editedAt !== undefined && (
    <span title={formatFull(note.editedAt)} className="shrink-0 text-meta text-note">
      {t('notes.edited')}
    </span>
  );
  return (
    <article
      ref={article}
      aria-label={`${t('notes.by', { author })}, ${formatClock(row.at)}`}
      title={formatFull(row.at)}
      {...messageArticle(note)}
      className={cn(
        'group/message flex flex-col gap-0.5 rounded-bubble bg-note-tint px-3 py-2',
        !row.startsGroup && 'rounded-t-sm',
        !row.endsGroup && 'rounded-b-sm',
      )}
    >
      {row.startsGroup && (
        <p className="flex flex-wrap items-center gap-x-1.5 text-meta text-note">
          <StickyNote aria-hidden className="size-3.5 shrink-0" />
          <bdi className="min-w-0 truncate font-medium">{author}</bdi>
          <Clock at={row.at} className="shrink-0" />
          {edited}
          <span className="ms-auto">{t('notes.onlyOperators')}</span>
        </p>
      )}
      <div className="flex items-end gap-2">
        {isEdited ? (
          <NoteEditor note={note} onEnd={endEdit} />
        ) : (
          <MessageText text={text} mentions={note?.mentions} className="min-w-0 flex-1" />
        )}
        {!row.startsGroup && !isEdited && edited}
        {note === undefined ? (
          <DeliveryMark status="sending" isWaiting={waiting !== undefined} />
        ) : (
          // Takes no room while its note is edited; if it were unmounted, its menu could not fade out.
          <span className={isEdited ? '-ms-2 w-0 overflow-hidden' : 'contents'}>
            <MessageMenu message={note} onEdit={canEdit ? edit : undefined} />
          </span>
        )}
      </div>
      {waiting !== undefined && <WaitingLine unsent={waiting} />}
    </article>
  );
}

/** A centred line about an event. */
export function SystemLine({ message, meId }: { readonly message: Line; readonly meId: string | undefined }) {
  const { event } = message;
  if (event.kind === 'rated') return <RatedLine event={event} at={message.at} />;
  return (
    <p className="text-center text-meta text-balance text-ink-quiet">
      <bdi dir="ltr" className="wrap-anywhere">
        {eventText(event, meId)}
      </bdi>{' '}
      · <Clock at={message.at} />
    </p>
  );
}

/** The customer's rating: stars, and their comment if any. */
function RatedLine({ event, at }: { readonly event: Extract<ChatEvent, { kind: 'rated' }>; readonly at: number }) {
  const { t } = useTranslation('conversation');
  return (
    <div className="mx-auto flex max-w-[480px] flex-col items-center gap-1 py-1 text-center text-meta text-ink-quiet">
      <p className="flex flex-wrap items-center justify-center gap-x-2">
        {event.again ? t('ratedAgain') : t('rated')}
        <Stars value={event.rate} label={t('ratedOf', { rate: ratedText(event.rate) })} />
        <Clock at={at} />
      </p>
      {event.comment !== undefined && (
        <blockquote
          dir="auto"
          className="text-ui text-balance wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]"
        >
          “{event.comment}”
        </blockquote>
      )}
    </div>
  );
}
