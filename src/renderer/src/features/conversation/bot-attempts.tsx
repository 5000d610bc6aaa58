import { useTranslation } from 'react-i18next';
import { Check, X } from 'lucide-react';
import { cn } from '#renderer/components/class-names.ts';
import type { BotAttempt } from '#shared/domain/bots.ts';
import { Fold } from './turn-body.tsx';
import { ANSWER_LIMIT, attemptWords } from './turn-text.ts';

/** Each attempt with what it came to, how long it took of the three seconds, and what the provider answered. */
export function Attempts({
  attempts,
  isSending,
}: {
  readonly attempts: readonly BotAttempt[];
  readonly isSending: boolean;
}) {
  const { t } = useTranslation('conversation');
  if (attempts.length === 0)
    return isSending ? <p className="text-meta text-ink-quiet">{t('botTurns.turn.noAttempt')}</p> : null;
  return (
    <ol className="flex flex-col gap-2">
      {attempts.map((attempt, index) => (
        <li key={index} className="flex min-w-0 flex-col gap-1">
          <Attempt attempt={attempt} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function Attempt({ attempt, number }: { readonly attempt: BotAttempt; readonly number: number }) {
  const { t } = useTranslation('conversation');
  const isGood = attempt.error === undefined;
  const share = Math.min(1, attempt.took / ANSWER_LIMIT);
  const Icon = isGood ? Check : X;
  return (
    <>
      <p className="flex items-start gap-1.5 text-meta">
        <Icon aria-hidden className={cn('mt-0.5 size-3.5 shrink-0', isGood ? 'text-good' : 'text-urgent')} />
        <span className="wrap-anywhere">
          {t('botTurns.turn.attempt', { number })}: {attemptWords(attempt)}
        </span>
      </p>
      <span aria-hidden className="ms-5 flex items-center gap-2 text-meta text-ink-quiet">
        <span className="h-1 flex-1 overflow-hidden rounded-full bg-hover">
          <span
            className={cn(
              'block h-full min-w-1 rounded-full',
              isGood ? (share > 2 / 3 ? 'bg-attention' : 'bg-good') : 'bg-urgent',
            )}
            style={{ width: `${String(share * 100)}%` }}
          />
        </span>
        {t('botTurns.turn.limit')}
      </span>
      {attempt.answer !== undefined && (
        <div className="ms-5">
          <Fold
            summary={t('botTurns.turn.answered')}
            label={`${t('botTurns.turn.answered')}: ${t('botTurns.turn.attempt', { number })}`}
            text={attempt.answer}
          />
        </div>
      )}
    </>
  );
}
