import type { SiteMessage } from '#shared/site/frames.ts';
import { useState } from 'preact/hooks';
import type { OutgoingFrame } from '../chat/outbox.ts';
import { fill, tooLong } from '../formats.ts';
import { useSurroundings } from './context.ts';

const STARS = [1, 2, 3, 4, 5];

/** Characters of a comment. */
const LONGEST = 2000;

/** Chosen here, on its way. */
export type SentRating = Pick<Extract<OutgoingFrame, { readonly kind: 'rate' }>, 'rate' | 'comment'>;

interface RatingProps {
  readonly message: string;
  readonly rating: NonNullable<SiteMessage['rating']>;
  readonly sent: SentRating | undefined;
}

/** One to five stars and a comment; what was chosen can be changed while the rating is open. */
export function RatingForm({ message, rating, sent }: RatingProps) {
  const { chat, texts, locale } = useSurroundings();
  const given = sent ?? (rating.rate === undefined ? undefined : { rate: rating.rate, comment: rating.comment });
  const [isChanging, setChanging] = useState(false);
  const [rate, setRate] = useState<number>();
  const [comment, setComment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isTooLong = comment.trim().length > LONGEST;
  const words = texts.rating;
  const rates: Readonly<Record<number, string>> = words.rates;
  const named = (stars: number): string => fill(words.ofFive, { rate: stars, word: rates[stars] ?? '' });

  if (given !== undefined && !isChanging)
    return (
      <div class="rating">
        <p class="heading">{words.thanks}</p>
        <p class="stars" role="img" aria-label={named(given.rate)}>
          {STARS.map((star) => (
            <Star key={star} isFull={star <= given.rate} />
          ))}
        </p>
        {given.comment !== undefined && <p dir="auto">{given.comment}</p>}
        {rating.open && (
          <button
            type="button"
            class="link"
            onClick={() => {
              setRate(given.rate);
              setComment(given.comment ?? '');
              setChanging(true);
            }}
          >
            {words.change}
          </button>
        )}
      </div>
    );
  if (!rating.open) return null;
  return (
    <form
      class="rating"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isTooLong) return;
        if (rate === undefined) return setMissing(true);
        chat.rate(message, rate, comment.trim());
        setChanging(false);
      }}
    >
      <fieldset aria-describedby={isMissing ? `missing-${message}` : undefined}>
        <legend>{words.question}</legend>
        <div class="stars">
          {STARS.map((star) => (
            <label key={star} title={rates[star]}>
              <input
                type="radio"
                name={`rate-${message}`}
                value={star}
                checked={rate === star}
                aria-label={named(star)}
                onChange={() => {
                  setRate(star);
                  setMissing(false);
                }}
              />
              <Star isFull={rate !== undefined && star <= rate} />
            </label>
          ))}
          <span class="word">{rate !== undefined && rates[rate]}</span>
        </div>
      </fieldset>
      {isMissing && (
        <p id={`missing-${message}`} class="problem" role="alert">
          {words.choose}
        </p>
      )}
      <label class="field">
        <span>
          {words.comment} <small>({texts.ask.optional})</small>
        </span>
        <textarea
          rows={2}
          dir="auto"
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </label>
      {isTooLong && (
        <p class="problem" role="alert">
          {fill(texts.tooLong, tooLong(comment.trim(), LONGEST, locale))}
        </p>
      )}
      <button type="submit" class="main" disabled={isTooLong}>
        {words.send}
      </button>
    </form>
  );
}

function Star({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg class={`star${isFull ? ' full' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.9-5.2 2.9 1-5.9L3.5 9.7l5.9-.8z" />
    </svg>
  );
}
