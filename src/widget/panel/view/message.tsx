import type { SiteMessage } from '#shared/site/frames.ts';
import { Avatar } from './avatar.tsx';
import { Blocks } from './blocks.tsx';
import { useSurroundings } from './context.ts';

interface MessageProps {
  readonly message: SiteMessage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** the newest message of the visitor, with nothing under way after it */
  readonly isSent: boolean;
}

/** One message of the chat. */
export function Message({ message, isFirst, isLast, isSent }: MessageProps) {
  const { status, texts, locale } = useSurroundings();
  const isOwn = message.from === 'visitor';
  const name = message.name ?? status.name;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(message.at);
  return (
    <div class={`row ${message.from}${isLast ? ' last' : ''}`}>
      {!isOwn && (isLast ? <Avatar name={name} picture={message.picture} /> : <span class="avatar none" />)}
      <div class="said">
        {isOwn ? (
          <span class="unseen">{`${texts.you}:`}</span>
        ) : isFirst ? (
          <span class="name" dir="auto">
            {name}
          </span>
        ) : (
          <span class="unseen">{`${name}:`}</span>
        )}
        {message.blocks !== undefined && (
          <div class="bubble">
            <Blocks blocks={message.blocks} />
          </div>
        )}
        {isLast && (
          <p class="time">
            <time dateTime={new Date(message.at).toISOString()}>{time}</time>
            {isSent && ` · ${texts.sent}`}
          </p>
        )}
      </div>
    </div>
  );
}
