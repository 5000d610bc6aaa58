import { CalendarDays, FileWarning, Lock, Scissors } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details } from '#renderer/components/details.tsx';
import { Loaded } from '#renderer/components/lists.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { useRouteQuery } from '#renderer/rpc/ask.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversation, useConversationBasics } from '../conversation-context.ts';
import { MessageText } from '../message-text.tsx';
import { newestSubject } from './subjects.ts';

const NOTES = { encrypted: Lock, tooLarge: Scissors, calendar: CalendarDays, damaged: FileWarning } as const;

interface MailPartsProps {
  readonly mail: NonNullable<Message['mail']>;
  /** not all of this chat's messages are mails */
  readonly isNamed: boolean;
}

/** Below a message that came by mail: who sent it, what of it can't be shown, and all the rest of it. */
export function MailParts({ mail, isNamed }: MailPartsProps) {
  const { t } = useTranslation('mailbox');
  const { knownEmail = '' } = useConversationBasics();
  const isFromOther = mail.from.toLowerCase() !== knownEmail.toLowerCase();
  const origin = [isNamed && t('chat.byEmail'), isFromOther && t('chat.from', { address: mail.from })].filter(Boolean);
  return (
    <div className="flex w-full max-w-[85%] flex-col gap-1 px-1 text-meta text-ink-quiet empty:hidden">
      {origin.length > 0 && (
        <p className="wrap-anywhere">
          <bdi>{origin.join(' · ')}</bdi>
        </p>
      )}
      {mail.notes?.map((note) => {
        const Icon = NOTES[note];
        return (
          <p key={note} className="flex items-start gap-1.5">
            <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {t(`chat.notes.${note}`)}
          </p>
        );
      })}
      {mail.hasMore === true && (
        <Details summary={t('chat.showWhole')}>
          <WholeMail mailId={mail.id} />
        </Details>
      )}
    </div>
  );
}

/** All of a mail, with what it quotes, as plain text. */
function WholeMail({ mailId }: { readonly mailId: string }) {
  const { t } = useTranslation('conversation');
  const whole = useRouteQuery('mails.whole', { mailId });
  return (
    <div className="mt-1 max-h-96 overflow-y-auto rounded-card border bg-sunken p-3 text-ink" tabIndex={0}>
      <Loaded query={whole} loading={<Spinner />} failed={t('notLoaded')}>
        {({ text }) => <MessageText text={text} className="text-ui" />}
      </Loaded>
    </div>
  );
}

/** The subject of a mail that begins something else. */
export function ChangedSubject({ subject }: { readonly subject: string }) {
  const { t } = useTranslation('mailbox');
  return (
    <p className="mb-1 text-ui font-semibold wrap-anywhere">
      <span className="sr-only">{t('chat.subject')}: </span>
      <bdi>{subject}</bdi>
    </p>
  );
}

/** Above the messages of a chat by mail: what it is about. */
export function SubjectLine() {
  const { t } = useTranslation('mailbox');
  const { chat, messages } = useConversation();
  const subject = newestSubject(messages.data?.messages.filter(({ chatId }) => chatId === chat.id) ?? []);
  if (subject === undefined) return null;
  return (
    <p title={subject} className="flex h-8 shrink-0 items-center border-b bg-sunken px-4 text-ui font-medium">
      <span className="sr-only">{t('chat.subject')}: </span>
      <bdi className="min-w-0 truncate">{subject}</bdi>
    </p>
  );
}
