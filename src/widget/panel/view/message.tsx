import { dateText } from '#shared/locales/dates.ts';
import { fileSize } from '#shared/domain/file-size.ts';
import { type ComponentChildren, h } from 'preact';
import type { Formatted } from '#shared/domain/formatted.ts';
import type { RefusalCode, SiteMessage } from '#shared/site/frames.ts';
import { Attachment } from './attachment.tsx';
import { Avatar } from './header.tsx';
import { useSurroundings } from './context.ts';
import { RatingForm, type SentRating } from './rating-form.tsx';
import type { ChatState, Pending } from '../chat/state.ts';
import type { Upload, UploadFailure } from '../chat/uploads.ts';
import { fill } from '../formats.ts';
import { Icon, Tool } from './tool.tsx';

interface MessageProps {
  readonly message: SiteMessage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** the newest message of the visitor, with nothing under way after it */
  readonly isSent: boolean;
  /** the newest message of a bot: the buttons of earlier ones are over */
  readonly isNewestOfBot: boolean;
  readonly sentRating: SentRating | undefined;
}

/** One message of the chat. */
export function Message({ message, isFirst, isLast, isSent, isNewestOfBot, sentRating }: MessageProps) {
  const { chat, status, texts, locale } = useSurroundings();
  const { id, at, from, blocks, buttons, rating } = message;
  const isOwn = from === 'visitor';
  const name = message.name ?? status.name;
  const time = dateText('clock', at, locale);
  return (
    <div class={`row ${from}${isLast ? ' last' : ''}`}>
      {!isOwn && (isLast ? <Avatar name={name} picture={message.picture} /> : <span class="avatar none" />)}
      <div class="said">
        {isFirst && !isOwn ? (
          <span class="name" dir="auto">
            {name}
          </span>
        ) : (
          <span class="unseen">{`${isOwn ? texts.you : name}:`}</span>
        )}
        <Attachment message={message} />
        {blocks !== undefined && blocks.length > 0 && <div class="bubble">{blocks.map(formatted)}</div>}
        {rating !== undefined && <RatingForm message={id} rating={rating} sent={sentRating} />}
        {buttons !== undefined && buttons.length > 0 && (
          <div class="answers" role="group" aria-label={texts.answers}>
            {buttons.map(({ text }, index) => (
              <button
                key={index}
                type="button"
                dir="auto"
                disabled={!isNewestOfBot}
                onClick={() => chat.send({ text, pressed: { message: id, index } })}
              >
                {text}
              </button>
            ))}
          </div>
        )}
        {isLast && (
          <p class="time" translate={false}>
            <time dir="auto" dateTime={new Date(at).toISOString()}>
              {time}
            </time>
            {isSent && ` · ${texts.sent}`}
          </p>
        )}
      </div>
    </div>
  );
}

/** The elements of formatted text with their attributes: nothing in it is ever read as HTML. */
const ELEMENTS: Readonly<Record<Exclude<Formatted, string>['tag'], object>> = {
  p: { dir: 'auto' },
  h: { dir: 'auto', class: 'heading' },
  pre: { dir: 'ltr', tabIndex: 0 },
  blockquote: {},
  ul: {},
  ol: {},
  li: { dir: 'auto' },
  b: {},
  i: {},
  s: {},
  code: {},
  br: {},
  a: { target: '_blank', rel: 'noopener noreferrer nofollow' },
};

function formatted(text: Formatted): ComponentChildren {
  if (typeof text === 'string') return text;
  const { tag, of = [], href, start } = text;
  const children = of.map(formatted);
  // The engine checks links; a page may still have put itself between.
  if (!Object.hasOwn(ELEMENTS, tag) || (tag === 'a' && !/^(?:https?:\/\/|mailto:|tel:)/i.test(href ?? '')))
    return children;
  return h(tag === 'h' ? 'p' : tag, { ...ELEMENTS[tag], href, start }, children);
}

/** Text for each refusal, and whether the same message may be accepted another time. */
const REFUSALS = {
  file: { words: 'file', mayChange: false },
  over: { words: 'over', mayChange: false },
  consent: { words: 'consent', mayChange: false },
  invalid: { words: 'invalid', mayChange: false },
  // These two are tried again without being asked.
  too_many: { words: 'invalid', mayChange: true },
  unavailable: { words: 'invalid', mayChange: true },
} as const satisfies Readonly<Record<RefusalCode, object>>;

/** The same of files. */
const UPLOAD_MAY_CHANGE: Readonly<Record<UploadFailure, boolean>> = {
  empty: false,
  tooLarge: false,
  file: false,
  over: false,
  upload: true,
};

/** A message of the visitor that the engine does not have yet, or refused. */
export function PendingMessage(props: Pending & Pick<ChatState, 'isConnected' | 'isOff'>) {
  const { frame, refused, isAccepted, keptAt, isConnected, isOff } = props;
  const { chat, texts } = useSurroundings();
  if (frame.kind !== 'message') return null;
  const isKept = keptAt !== undefined;
  const again = (): void => {
    const { kind: _kind, id, ...content } = frame;
    chat.remove(id);
    chat.send(content);
  };
  return (
    <div class="row visitor last">
      <div class="said">
        <span class="unseen">{`${texts.you}:`}</span>
        <div class={`bubble ${refused === undefined ? 'waiting' : 'refused'}`}>
          <p dir="auto">{frame.text ?? texts.kinds[frame.voice === true ? 'voice' : 'document']}</p>
        </div>
        {refused === undefined ? (
          <p class="time" translate={false}>
            <Icon name={isAccepted || isKept ? 'check' : 'clock'} />
            {isKept && isOff
              ? texts.kept
              : isAccepted || isKept
                ? texts.sent
                : isConnected
                  ? texts.sending
                  : texts.unsent}
          </p>
        ) : (
          <Problem
            words={texts.refused[REFUSALS[refused].words]}
            onAgain={REFUSALS[refused].mayChange ? again : undefined}
            onRemove={() => chat.remove(frame.id)}
          />
        )}
      </div>
    </div>
  );
}

/** A file on its way: how far it is, how to stop it, and what became of it. */
export function UploadRow({ id, name, file, progress, failure, content }: Upload) {
  const { uploads, status, texts, locale } = useSurroundings();
  const shown = content.voice === true ? texts.kinds.voice : name;
  const percent = Math.round(progress * 100);
  return (
    <div class="row visitor last">
      <div class="said">
        <div class={`file ${failure === undefined ? 'waiting' : 'refused'}`}>
          <Icon name={content.voice === true ? 'voice' : 'file'} />
          <span>
            <b dir="auto">{shown}</b>
            {failure === undefined ? (
              <progress aria-label={fill(texts.uploading, { name: shown })} max={100} value={percent} />
            ) : (
              <small>{fileSize(file.size, locale)}</small>
            )}
          </span>
          {failure === undefined && <Tool icon="close" name={texts.cancel} onPress={() => uploads.cancel(id)} />}
        </div>
        {failure !== undefined && (
          <Problem
            words={fill(texts.refused[failure], { size: fileSize(status.largestFile, locale) })}
            onAgain={UPLOAD_MAY_CHANGE[failure] ? () => uploads.again(id) : undefined}
            onRemove={() => uploads.cancel(id)}
          />
        )}
      </div>
    </div>
  );
}

interface ProblemProps {
  readonly words: string;
  /** undefined: it would fail again */
  readonly onAgain: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** Explains why something was not sent, and what to do about it. */
function Problem({ words, onAgain, onRemove }: ProblemProps) {
  const { texts } = useSurroundings();
  return (
    <p class="time problem" role="alert">
      <span>{words}</span>
      {onAgain !== undefined && (
        <button type="button" class="link" onClick={onAgain}>
          {texts.tryAgain}
        </button>
      )}
      <button type="button" class="link" onClick={onRemove}>
        {texts.remove}
      </button>
    </p>
  );
}
