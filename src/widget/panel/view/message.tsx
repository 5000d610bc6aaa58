import type { SiteMessage } from '#shared/site/frames.ts';
import { Attachment } from './attachment.tsx';
import { Avatar } from './avatar.tsx';
import { Blocks } from './blocks.tsx';
import { useSurroundings } from './context.ts';
import { RatingForm, type SentRating } from './rating-form.tsx';

interface MessageProps {
  readonly message: SiteMessage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** the newest message of the visitor, with nothing under way after it */
  readonly isSent: boolean;
  /** the newest message of a bot */
  readonly isNewestOfBot: boolean;
  readonly sentRating: SentRating | undefined;
}

/** One message of the chat. */
export function Message({ message, isFirst, isLast, isSent, isNewestOfBot, sentRating }: MessageProps) {
  const { status, texts, locale } = useSurroundings();
  const { id, at, from, blocks, buttons, rating } = message;
  const isOwn = from === 'visitor';
  const name = message.name ?? status.name;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at);
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
        {blocks !== undefined && blocks.length > 0 && (
          <div class="bubble">
            <Blocks blocks={blocks} />
          </div>
        )}
        {rating !== undefined && <RatingForm message={id} rating={rating} sent={sentRating} />}
        {buttons !== undefined && buttons.length > 0 && <Answers buttons={buttons} isActive={isNewestOfBot} />}
        {isLast && (
          <p class="time">
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

interface AnswersProps {
  readonly buttons: NonNullable<SiteMessage['buttons']>;
  /** only those of the bot's newest message */
  readonly isActive: boolean;
}

/** Buttons of a bot: each sends its text. */
function Answers({ buttons, isActive }: AnswersProps) {
  const { chat, texts } = useSurroundings();
  return (
    <div class="answers" role="group" aria-label={texts.answers}>
      {buttons.map(({ text }, index) => (
        <button key={index} type="button" dir="auto" disabled={!isActive} onClick={() => chat.send({ text })}>
          {text}
        </button>
      ))}
    </div>
  );
}
