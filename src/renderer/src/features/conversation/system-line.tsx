import { useTranslation } from 'react-i18next';
import { Clock } from '#renderer/components/time.tsx';
import { Stars } from '#renderer/components/stars.tsx';
import type { ChatEvent, SystemLine as Line } from '#shared/domain/message.ts';
import { eventWords, ratedWords } from './conversation-text.ts';

/** A line in the middle about what happened. */
export function SystemLine({ message, meId }: { readonly message: Line; readonly meId: string | undefined }) {
  const { event } = message;
  if (event.kind === 'rated') return <RatedLine event={event} at={message.at} />;
  return (
    <p className="text-center text-meta text-balance text-ink-quiet">
      <bdi dir="ltr" className="wrap-anywhere">
        {eventWords(event, meId)}
      </bdi>{' '}
      · <Clock at={message.at} />
    </p>
  );
}

/** What the customer thought of it: stars, and their own words where they left some. */
function RatedLine({ event, at }: { readonly event: Extract<ChatEvent, { kind: 'rated' }>; readonly at: number }) {
  const { t } = useTranslation('conversation');
  return (
    <div className="mx-auto flex max-w-[480px] flex-col items-center gap-1 py-1 text-center text-meta text-ink-quiet">
      <p className="flex flex-wrap items-center justify-center gap-x-2">
        {event.again ? t('ratedAgain') : t('rated')}
        <Stars value={event.rate} label={t('ratedOf', { rate: ratedWords(event.rate) })} />
        <Clock at={at} />
      </p>
      {event.comment !== undefined && (
        <blockquote
          dir="auto"
          className="text-ui text-balance wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]"
        >
          “{event.comment}”
        </blockquote>
      )}
    </div>
  );
}
