import type { ComponentChildren } from 'preact';
import type { Block, Inline, SiteMessage } from '#shared/site/frames.ts';
import { Attachment } from './attachment.tsx';
import { Avatar } from './avatar.tsx';
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

/** A checked tree of formatted text as elements: nothing in it is ever read as HTML. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return <>{blocks.map(shownBlock)}</>;
}

function shownBlock(block: Block): ComponentChildren {
  if ('p' in block) return <p dir="auto">{block.p.map(shownInline)}</p>;
  if ('h' in block)
    return (
      <p dir="auto" class="heading">
        {block.h.map(shownInline)}
      </p>
    );
  if ('pre' in block)
    return (
      <pre dir="ltr" tabIndex={0}>
        {block.pre}
      </pre>
    );
  if ('quote' in block)
    return (
      <blockquote>
        <Blocks blocks={block.quote} />
      </blockquote>
    );
  if (!('list' in block)) return null;
  const items = block.list.map((item, index) => (
    <li key={index} dir="auto">
      <Blocks blocks={item} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function shownInline(inline: Inline): ComponentChildren {
  if (typeof inline === 'string') return inline;
  if ('b' in inline) return <b>{inline.b.map(shownInline)}</b>;
  if ('i' in inline) return <i>{inline.i.map(shownInline)}</i>;
  if ('s' in inline) return <s>{inline.s.map(shownInline)}</s>;
  if ('code' in inline) return <code>{inline.code}</code>;
  if ('br' in inline) return <br />;
  const children = inline.of.map(shownInline);
  // The engine checks links; a page may still have put itself between.
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(inline.href)) return <>{children}</>;
  return (
    <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
