import { Check, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMilliseconds, formatSeconds } from '#renderer/components/amounts.ts';
import { cn } from '#renderer/components/class-names.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Details } from '#renderer/components/details.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { Bot, BotAttempt, BotTurn } from '#shared/domain/bots.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';

/** Each attempt with its outcome, its duration out of three seconds, and the provider's answer. */
export function Attempts({ attempts, isSending }: Pick<OutTurn, 'attempts'> & { readonly isSending: boolean }) {
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
          {t('botTurns.turn.attempt', { number })}: {attemptText(attempt)}
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

interface TurnBodyProps {
  readonly event: string;
  readonly body: string;
  /** destination, token masked; undefined if nobody else can post there */
  readonly address: string | undefined;
}

/** An event's JSON, collapsed, and a command that posts it again. */
export function TurnBody({ event, body, address }: TurnBodyProps) {
  const { t } = useTranslation('conversation');
  return (
    <div className="flex min-w-0 flex-wrap items-start justify-between gap-2">
      <Fold summary={t('botTurns.turn.event')} label={t('botTurns.turn.eventOf', { event })} text={body} />
      {address !== undefined && (
        <CopyButton
          size="sm"
          label={t('botTurns.turn.curlOf', { event })}
          caption={t('botTurns.turn.curl')}
          text={curlCommand(address, body)}
          className="-me-2 border-transparent bg-transparent px-2 text-ink-quiet"
        />
      )}
    </div>
  );
}

interface FoldProps {
  readonly summary: string;
  /** accessible name */
  readonly label: string;
  readonly text: string;
}

/** Text from or for a provider, scrollable; formatted if it is JSON. */
function Fold({ summary, label, text }: FoldProps) {
  return (
    <Details summary={summary} className="open:w-full">
      <Source label={label} text={text} />
    </Details>
  );
}

function Source({ label, text }: { readonly label: string; readonly text: string }) {
  const source = useMemo(() => formattedJson(text), [text]);
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      dir="ltr"
      className="mt-1 max-h-64 overflow-auto rounded-control bg-sunken p-2 font-mono text-meta select-text"
    >
      {source}
    </pre>
  );
}

/** Milliseconds that a provider has to answer (bot provider interface, section 8). */
export const ANSWER_LIMIT = 3000;

export type OutTurn = Extract<BotTurn, { direction: 'out' }>;
export type InTurn = Extract<BotTurn, { direction: 'in' }>;

/** Explains why a provider's event did not count; undefined without a reason. */
export function noteText({ note, outcome }: Pick<InTurn, 'note' | 'outcome'>): string | undefined {
  if (typeof note === 'object') return formatPhrase(note);
  if (note !== undefined) return i18n.t(`conversation:botTurns.note.${note}`);
  return outcome === 'repeat' ? i18n.t('conversation:botTurns.note.repeat') : undefined;
}

/** "120 ms", "2.9 s" */
export function formatTook(milliseconds: number): string {
  return milliseconds < 1000 ? formatMilliseconds(milliseconds) : formatSeconds(milliseconds);
}

const withMessage: Readonly<Partial<Record<string, 'refusedWith' | 'notSentBecause'>>> = {
  invalid_answer: 'refusedWith',
  refused: 'refusedWith',
  not_sent: 'notSentBecause',
};

/** The outcome of an attempt: its status, or why there was none. */
export function attemptText({ status, error, took }: BotAttempt): string {
  const kind = error?.kind ?? 'status';
  const message = error?.reason === undefined ? error?.message : formatPhrase(error.reason);
  const key = (message === undefined ? undefined : withMessage[kind]) ?? kind;
  const params = { took: formatTook(took), status: String(status), message: message ?? '' };
  return i18n.t(`conversation:botTurns.attempt.${key}`, params);
}

/** Placeholder of the token: a command that gets shared must not contain it. */
const TOKEN = '<token>';
// Characters that URLs leave unescaped, so that the placeholder can be found again.
const PLACE = 'token-is-put-here';

/** Quotes a word literally for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A curl command that posts an event again; `address` ends with the masked token. */
export function curlCommand(address: string, body: string): string {
  return [
    `curl -X POST ${shellQuoted(address)}`,
    `-H 'content-type: application/json'`,
    `--data-raw ${shellQuoted(body)}`,
  ].join(' \\\n  ');
}

/** Address to which events for a bot's provider are posted, token masked; undefined for the built-in test bot. */
export function providerAddress(bot: Pick<Bot, 'endpoint'>): string | undefined {
  return bot.endpoint === null || !URL.canParse(bot.endpoint)
    ? undefined
    : appendSegment(bot.endpoint, PLACE).replace(PLACE, TOKEN);
}

/** Address to which a bot's provider posts its events, token masked; `base` is the listener's public address. */
export function serviceAddress(bot: Pick<Bot, 'providerId'>, base: string): string {
  return `${withoutSlashes(base)}/webhooks/${bot.providerId}/${TOKEN}`;
}
