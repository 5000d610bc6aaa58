import { sizeWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import type { MediaType } from '#shared/protocol/chat-channel.ts';
import { kindWords } from '../conversation-text.ts';
import { GetButton } from './fetch-notes.tsx';
import { titleOf } from './media-card.tsx';
import { useConversationMedia } from './media-context.tsx';
import { OpenButton } from './open-button.tsx';
import { SaveButton } from './save-button.tsx';

interface DocumentProps {
  readonly message: Message;
  readonly kind: MediaType;
  readonly state: MediaState | undefined;
}

/** A file that is not shown here: what it is by its content, how large, and how to have it. */
export function Document({ message, kind, state }: DocumentProps) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  const file = state?.state === 'ready' ? state : undefined;
  const title = titleOf(message, kind);
  const size = file?.size ?? (state?.state === 'waiting' ? state.size : undefined) ?? message.fileSize;
  const details = [
    kindName(kind, title),
    message.title === undefined ? undefined : message.fileName,
    size === undefined ? undefined : sizeWords(size),
  ].filter((each) => each !== undefined);
  return (
    <div className="flex w-96 max-w-full flex-wrap items-center gap-x-3 gap-y-2">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-ink-quiet">
        {message.emoji === undefined ? (
          <FileIcon mediaType={file?.mediaType ?? ''} />
        ) : (
          <span className="text-[24px] leading-none">{message.emoji}</span>
        )}
      </span>
      <div className="min-w-0 flex-1 basis-24">
        <bdi className="line-clamp-2 text-ui font-medium wrap-anywhere" title={title}>
          {title}
        </bdi>
        <p className="tabular flex flex-wrap gap-x-2 text-meta text-ink-quiet">
          {details.map((detail) => (
            <bdi key={detail} className="min-w-0 truncate">
              {detail}
            </bdi>
          ))}
        </p>
      </div>
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

/** "Spreadsheet" would be a guess; the ending of the name is what people know it by. */
function kindName(kind: MediaType, title: string): string {
  const ending = /\.([\p{L}\p{N}]{1,5})$/u.exec(title)?.[1];
  return ending === undefined ? kindWords(kind) : ending.toUpperCase();
}

const icons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^video\//, FileVideo],
  [/^audio\//, FileAudio],
  [/zip|compressed|tar|rar|7z|gzip/, FileArchive],
  [/sheet|excel|csv/, FileSpreadsheet],
  [/html|xml|json|javascript|executable|msdownload|x-elf|x-sh/, FileCode],
  [/pdf|word|text|rtf|opendocument|officedocument/, FileText],
];

function FileIcon({ mediaType }: { readonly mediaType: string }) {
  return createElement(icons.find(([fits]) => fits.test(mediaType))?.[1] ?? File, { className: 'size-5' });
}
