import { Check, CircleAlert, Clock3 } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestLine, TestSession } from '#shared/contract/test-customer.ts';
import { toInternalNames } from '#shared/protocol/fields.ts';
import type { Message } from '#shared/domain/message.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Details } from '#renderer/components/details.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { MountOnOpen } from '#renderer/components/lazy.tsx';
import { Clock } from '#renderer/components/dates.tsx';
import { TypingLine } from '../chat-state.tsx';
import { MediaCard } from '../media/media-card.tsx';
import { ConversationMediaProvider, useViewedPicture } from '../media/conversation-media.ts';
import { BubbleFrame, backgroundOf, MessageContent, WithCaption } from '../message-item.tsx';
import { Viewer } from '../message-list.tsx';
import { MessageText } from '../message-text.tsx';

interface TranscriptProps {
  readonly session: TestSession | undefined;
  readonly shopName: string;
}

const NO_LINES: readonly TestLine[] = [];

/** The messages, newest at the bottom: a reversed column stays at its end whatever its size. */
export function Transcript({ session, shopName }: TranscriptProps) {
  const { t } = useTranslation('channels');
  const pane = useRef<HTMLDivElement>(null);
  const lines = session?.lines ?? NO_LINES;
  const typing = session?.operatorTyping ?? false;
  const messages = useMemo(() => lines.filter(({ from }) => from === 'operator').map(messageOf), [lines]);
  const { media, viewer } = useViewedPicture(messages);
  useLayoutEffect(() => {
    if (pane.current !== null) pane.current.scrollTop = 0;
  }, [lines.length, typing]);

  return (
    <ConversationMediaProvider value={media}>
      <div
        ref={pane}
        tabIndex={0}
        role="log"
        aria-label={t('testCustomer.conversation')}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2"
      >
        <div className="flex min-h-full shrink-0 flex-col justify-end gap-0.5">
          {session !== undefined && lines.length === 0 && <Greeting shopName={shopName} />}
          {lines.map((line, index) => (
            <FaultBoundary key={line.id} part="message" of={[line]}>
              <Line line={line} before={lines[index - 1]} after={lines[index + 1]} />
            </FaultBoundary>
          ))}
        </div>
      </div>
      <div className="flex h-6 shrink-0 items-center px-5 text-meta text-ink-quiet">
        {typing && <TypingLine name={shopName} />}
      </div>
      <MountOnOpen open={viewer.shownId !== undefined}>
        <Viewer {...viewer} authorOf={({ authorName }) => authorName ?? shopName} loadEarlier={undefined} />
      </MountOnOpen>
    </ConversationMediaProvider>
  );
}

/** A line as the chat's components expect it; a reply has its message's id. */
function messageOf(line: TestLine): Message {
  return { ...toInternalNames(line), chatId: '', authorName: line.operatorName } as Message;
}

function Greeting({ shopName }: { readonly shopName: string }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <p className="m-auto max-w-64 p-4 text-center text-ui text-ink-quiet">{t('testCustomer.hint')}</p>
      <p className="mb-1 ms-10 text-meta text-ink-quiet">{shopName}</p>
      <div className="flex items-end gap-2">
        <Avatar name={shopName} seed={shopName} size={32} />
        <BubbleFrame side="customer" background="wide" startsGroup endsGroup>
          <MessageText text={t('testCustomer.greeting')} />
        </BubbleFrame>
      </div>
    </>
  );
}

interface LineProps {
  readonly line: TestLine;
  readonly before: TestLine | undefined;
  readonly after: TestLine | undefined;
}

function Line({ line, before, after }: LineProps) {
  const { t } = useTranslation('channels');
  const first = before === undefined || !isSameAuthor(before, line);
  const last = after === undefined || !isSameAuthor(line, after);
  const own = line.from === 'customer';
  const name = own ? t('testCustomer.you') : (line.operatorName ?? t('testCustomer.someone'));
  const message = messageOf(line);
  // The customer's own files came from here and were not fetched.
  const isCard = own && message.file !== undefined;
  const failed = own && line.status !== undefined && line.status !== 200;
  return (
    <article aria-label={name} className={cn('flex flex-col', own && 'items-end', first && 'mt-3')}>
      {!own && first && <p className="mb-1 ms-10 text-meta text-ink-quiet">{name}</p>}
      <div className="flex max-w-[88%] items-end gap-2">
        {!own && (last ? <Avatar name={name} seed={name} size={32} /> : <span className="w-8 shrink-0" />)}
        <BubbleFrame
          side={own ? 'operator' : 'customer'}
          background={isCard ? 'wide' : backgroundOf(message)}
          startsGroup={first}
          endsGroup={last}
        >
          {isCard ? (
            <WithCaption text={message.text} isFramed={false}>
              <MediaCard message={message} kind={message.type} state={undefined} />
            </WithCaption>
          ) : (
            <MessageContent message={message} />
          )}
        </BubbleFrame>
      </div>
      {!own && line.type !== 'text' && <ReceivedFields line={line} />}
      {own && (last || failed) && <SentMark line={line} />}
      {!own && last && <Clock at={line.at} className="mt-1 ms-10 text-ink-quiet" />}
    </article>
  );
}

/** Whether two lines are by the same author. */
function isSameAuthor(one: TestLine, next: TestLine): boolean {
  return one.from === next.from && one.operatorName === next.operatorName && next.at - one.at < 5 * 60_000;
}

/** Fields about the line itself, which were not received. */
const OWN_FIELDS = ['id', 'from', 'operatorName', 'operatorPhoto', 'status', 'at'];

/** All fields received with a reply, for developers of apps. */
function ReceivedFields({ line }: { readonly line: TestLine }) {
  const { t } = useTranslation('channels');
  return (
    <Details summary={t('testCustomer.fields')} className="ms-10 max-w-[calc(88%-40px)]">
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-control bg-ground px-2.5 py-2 font-mono text-meta">
        {Object.entries(line).map(
          ([field, value]) =>
            !OWN_FIELDS.includes(field) && (
              <div key={field} className="contents">
                <dt className="text-ink-quiet">{field}</dt>
                <dd className="min-w-0">
                  <MessageText text={String(value)} className="text-meta" />
                </dd>
              </div>
            ),
        )}
      </dl>
    </Details>
  );
}

function SentMark({ line: { status, at } }: { readonly line: TestLine }) {
  const { t } = useTranslation('channels');
  const failed = status !== undefined && status !== 200;
  const Icon = status === undefined ? Clock3 : failed ? CircleAlert : Check;
  return (
    <p className={cn('mt-1 flex items-center gap-1 text-meta', failed ? 'text-urgent' : 'text-ink-quiet')}>
      <Icon aria-hidden className="size-3.5" />
      {status === undefined ? (
        t('testCustomer.sending')
      ) : status === 200 ? (
        <>
          {t('testCustomer.sent')} <Clock at={at} />
        </>
      ) : status === 0 ? (
        t('testCustomer.noAnswer')
      ) : (
        t('testCustomer.notAccepted', { status: String(status) })
      )}
    </p>
  );
}
