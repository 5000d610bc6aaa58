import { webLink } from '#shared/domain/links.ts';
import { visibleName } from '#shared/domain/visible-text.ts';
import type { MediaType } from '#shared/domain/kinds/file.ts';
import {
  File,
  Image,
  Mic,
  Music,
  Smile,
  Video,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react';
import { type ReactNode, createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/components/amounts.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import type { Message } from '#shared/domain/message.ts';
import { formatDuration, kindLabel } from '../conversation-text.ts';
import { useConversationMedia } from './conversation-media.ts';
import { GetButton, type MediaProps, OpenButton, SaveButton, refusalText } from './media-file.tsx';

export const mediaIcons: Readonly<Record<MediaType, ReactNode>> = {
  photo: <Image />,
  video: <Video />,
  audio: <Music />,
  voice: <Mic />,
  sticker: <Smile />,
  document: <File />,
};

interface MediaCardProps extends MediaProps {
  readonly kind: MediaType;
}

/** A file that cannot be shown: its kind and details, why, and a link. */
export function MediaCard({ message, kind, state }: MediaCardProps) {
  const { t } = useTranslation(['conversation', 'common']);
  const link = fileLink(message.file);
  const title = titleOf(message, kind);
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-center gap-3">
        <Head icon={mediaIcons[kind]} emoji={message.emoji} title={title} details={detailsOf(message, kind, link)} />
        {link !== undefined && (
          <ExternalLink href={link.href} what={`${t('open')}: ${title}`} look="button">
            {t('open')}
          </ExternalLink>
        )}
      </div>
      {state?.state === 'refused' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="min-w-0 flex-1 basis-40 text-meta text-ink-quiet">{refusalText(state)}</p>
          {state.canRetry && <GetButton messageId={message.id} label={t('common:tryAgain')} icon="again" />}
        </div>
      )}
    </div>
  );
}

/** A file's display name: its title, else its name, else its kind. */
export function titleOf(message: Message, kind: MediaType): string {
  const name = visibleName(message.title) ?? visibleName(message.fileName) ?? kindLabel(kind);
  const performer = message.title === undefined ? undefined : visibleName(message.performer);
  return performer === undefined ? name : `${performer} – ${name}`;
}

function detailsOf(message: Message, kind: MediaType, link: URL | undefined): readonly (string | undefined)[] {
  const { width, height } = message;
  const hasTitle = message.title !== undefined;
  return [
    hasTitle || message.fileName !== undefined ? kindLabel(kind) : undefined,
    visibleName(hasTitle ? message.fileName : message.performer),
    message.duration === undefined ? undefined : formatDuration(message.duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    message.fileSize === undefined ? undefined : formatBytes(message.fileSize),
    link?.host,
  ];
}

/** The address of a message's file, if a browser may open it. */
export function fileLink(address = ''): URL | undefined {
  const link = webLink(address);
  return link === undefined ? undefined : new URL(link);
}

/** A file without a preview: its type by content, its size, and buttons to open or save it. */
export function Document({ message, kind, state }: MediaCardProps) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  const file = state?.state === 'ready' ? state : undefined;
  const title = titleOf(message, kind);
  const size = file?.size ?? (state?.state === 'waiting' ? state.size : undefined) ?? message.fileSize;
  const details = [
    kindName(kind, title),
    message.title === undefined ? undefined : visibleName(message.fileName),
    size === undefined ? undefined : formatBytes(size),
  ];
  const icon = createElement(fileIcons.find(([fits]) => fits.test(file?.mediaType ?? ''))?.[1] ?? File);
  return (
    <div className="flex w-96 max-w-full flex-wrap items-center gap-x-3 gap-y-2">
      <Head icon={icon} emoji={message.emoji} title={title} details={details} isWrapped />
      <div className="flex gap-1.5">
        {state?.state === 'waiting' && <GetButton messageId={message.id} label={t(`media.get.${kind}`)} />}
        {(state === undefined || state.state === 'fetching') && <Spinner className="mx-2 text-ink-quiet" />}
        {file?.form === 'image' && (
          <Button size="sm" aria-label={t('media.viewLarger', { name: title })} onClick={() => view(message.id)}>
            {t('media.view')}
          </Button>
        )}
        {file !== undefined && file.form !== 'image' && <OpenButton file={file} />}
        {file !== undefined && <SaveButton file={file} />}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly icon: ReactNode;
  /** replaces the icon */
  readonly emoji?: string | undefined;
  readonly title: string;
  readonly details: readonly (string | undefined)[];
  /** a long title wraps to a second line */
  readonly isWrapped?: boolean;
}

/** A file's name and details. */
export function Head({ icon, emoji, title, details, isWrapped = false }: HeadProps) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-ink-quiet [&_svg]:size-5"
      >
        {emoji === undefined ? icon : <span className="text-[24px] leading-none">{emoji}</span>}
      </span>
      <div className={cn('min-w-0 flex-1', isWrapped && 'basis-24')}>
        <bdi
          className={cn('text-ui font-medium', isWrapped ? 'line-clamp-2 wrap-anywhere' : 'block truncate')}
          title={title}
        >
          {title}
        </bdi>
        <p className="tabular flex flex-wrap gap-x-2 text-meta text-ink-quiet">
          {details.map(
            (detail) =>
              detail !== undefined && (
                <bdi key={detail} className="min-w-0 truncate">
                  {detail}
                </bdi>
              ),
          )}
        </p>
      </div>
    </>
  );
}

/** Guessing "Spreadsheet" could be wrong; people recognize the file extension. */
function kindName(kind: MediaType, title: string): string {
  const ending = /\.([\p{L}\p{N}]{1,5})$/u.exec(title)?.[1];
  return ending === undefined ? kindLabel(kind) : ending.toUpperCase();
}

const fileIcons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^video\//, FileVideo],
  [/^audio\//, FileAudio],
  [/zip|compressed|tar|rar|7z|gzip/, FileArchive],
  [/sheet|excel|csv/, FileSpreadsheet],
  [/html|xml|json|javascript|executable|msdownload|x-elf|x-sh/, FileCode],
  [/pdf|word|text|rtf|opendocument|officedocument/, FileText],
];
