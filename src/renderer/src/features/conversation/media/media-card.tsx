import { sizeWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import { ExternalLink, File, Image, MapPin, Mic, Music, Smile, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonLook } from '#renderer/components/button.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { durationWords, kindWords } from '../conversation-text.ts';
import { GetButton } from './fetch-notes.tsx';
import { refusalWords, getWords } from './media-text.ts';

type Kind = Exclude<Message['type'], 'text'>;

const icons: Record<Kind, ReactNode> = {
  photo: <Image />,
  video: <Video />,
  audio: <Music />,
  voice: <Mic />,
  sticker: <Smile />,
  document: <File />,
  location: <MapPin />,
};

interface MediaCardProps {
  readonly message: Message;
  readonly kind: Kind;
  /** how it stands with its file */
  readonly state: MediaState | undefined;
}

/** A file that is not shown: what it is, what is known of it, why it is not shown, and a link. */
export function MediaCard({ message, kind, state }: MediaCardProps) {
  const { t } = useTranslation('conversation');
  const link = webLink(message.file);
  const title = titleOf(message, kind);
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-ink-quiet [&_svg]:size-5"
        >
          {message.emoji === undefined ? (
            icons[kind]
          ) : (
            <span className="text-[24px] leading-none">{message.emoji}</span>
          )}
        </span>
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-ui font-medium" title={title}>
            {title}
          </bdi>
          <p className="tabular flex flex-wrap gap-x-2 text-meta text-ink-quiet">
            {detailsOf(message, kind, link).map((detail) => (
              <bdi key={detail} className="min-w-0 truncate">
                {detail}
              </bdi>
            ))}
          </p>
        </div>
        {link !== undefined && (
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('opensInBrowser', { what: `${t('open')}: ${title}` })}
            className={buttonLook({ size: 'sm' })}
          >
            {t('open')}
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
      </div>
      <Standing message={message} kind={kind} state={state} />
    </div>
  );
}

/** Why it is not shown, and what can be done about it. */
function Standing({ message, kind, state }: MediaCardProps) {
  const { t } = useTranslation('conversation');
  if (state === undefined) return null;
  switch (state.state) {
    case 'ready':
      return null;
    case 'fetching':
      return (
        <p className="tabular flex items-center gap-2 text-meta text-ink-quiet">
          <Spinner className="size-3.5" /> {t('media.getting')} ·{' '}
          {state.total === undefined
            ? sizeWords(state.received)
            : t('media.gotten', { received: sizeWords(state.received), total: sizeWords(state.total) })}
        </p>
      );
    case 'waiting':
      return kind === 'location' ? null : (
        <GetButton
          messageId={message.id}
          label={getWords(kind, state.size ?? message.fileSize)}
          className="self-start"
        />
      );
    case 'refused':
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="min-w-0 flex-1 basis-40 text-meta text-ink-quiet">{refusalWords(state)}</p>
          {state.canRetry && <GetButton messageId={message.id} label={t('media.tryAgain')} icon="again" />}
        </div>
      );
  }
}

/** What a message's file is called: its title, else its name, else its kind. */
export function titleOf(message: Message, kind: Kind): string {
  if (message.title !== undefined)
    return message.performer === undefined ? message.title : `${message.performer} – ${message.title}`;
  return message.fileName ?? kindWords(kind);
}

function detailsOf(message: Message, kind: Kind, link: URL | undefined): readonly string[] {
  const { width, height } = message;
  const hasTitle = message.title !== undefined;
  return [
    hasTitle || message.fileName !== undefined ? kindWords(kind) : undefined,
    hasTitle ? message.fileName : message.performer,
    message.duration === undefined ? undefined : durationWords(message.duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    message.fileSize === undefined ? undefined : sizeWords(message.fileSize),
    link?.host,
  ].filter((detail) => detail !== undefined);
}

/** The address of a message's file, where it is one that a browser may open. */
export function webLink(address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const link = new URL(address);
  return link.protocol === 'http:' || link.protocol === 'https:' ? link : undefined;
}
