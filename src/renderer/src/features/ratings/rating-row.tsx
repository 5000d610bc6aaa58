import { useTranslation } from 'react-i18next';
import { Bot, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Rating } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Stars } from '#renderer/components/stars.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';

interface RatingRowProps {
  readonly rating: Rating;
  readonly channelName: string;
}

/** One rating; a press anywhere opens its chat. What the customer wrote is text and nothing else. */
export function RatingRow({ rating: { chatId, customer, rate, comment, at, askedBy }, channelName }: RatingRowProps) {
  const { t } = useTranslation('reports');
  const name = customer.name ?? t('ratingList.visitor');
  const photo = useCustomerPhoto(customer);
  return (
    <article className="group relative flex items-start gap-3 px-4 py-3 transition-colors hover:bg-hover">
      <Avatar name={customer.name} seed={customer.id} photo={photo} size={32} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center gap-2">
          <Link
            href={`/chat/${encodeURIComponent(chatId)}`}
            className="truncate text-ui font-medium text-ink no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
          <Stars value={rate} label={t('ratingList.stars', { count: rate })} />
          <span className="flex-1" />
          <Age at={at} className="relative shrink-0 text-ink-quiet" />
        </div>
        {comment !== undefined && <p className="text-message break-words whitespace-pre-wrap">{comment}</p>}
        <p className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-quiet">
          <span className="break-words">{channelName}</span>
          <span aria-hidden>·</span>
          {askedBy.kind === 'bot' && <Bot aria-hidden className="size-3.5 text-bot" />}
          <span className="break-words">
            {askedBy.kind === 'bot'
              ? t('ratingList.byBot', { name: askedBy.name })
              : t('ratingList.byOperator', { name: askedBy.name })}
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden className="mt-2 size-4 shrink-0 text-ink-quiet" />
    </article>
  );
}
