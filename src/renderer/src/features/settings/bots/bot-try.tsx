import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import type { BotTest } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Details } from '#renderer/components/details.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { describeEvent } from './bot-state.tsx';
import { Group } from '../parts/section.tsx';
import { CodeBlock } from '../parts/snippet.tsx';
import { notifyFailure, notify } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { formatMilliseconds, formatSeconds } from '#renderer/components/amounts.ts';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import { TokenForm } from './bot-fields.tsx';
import { MASK, SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';
import { SigningKey } from '../parts/signing-key.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';

export function BotTry({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [text, setText] = useState<string>(t('botTest.usual'));
  const test = useMutation({
    mutationFn: () => call('bots.test', { botId: bot.id, ...(text.trim() === '' ? {} : { text }) }),
    onError: (error) => notifyFailure(t('bots.notTested'), error),
  });
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Group title={t('botTest.title')} lead={t('botTest.lead')}>
      <form onSubmit={send} noValidate className="flex items-end gap-2">
        <Field label={t('botTest.text')} className="flex-1">
          <Input value={text} maxLength={1000} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" pending={test.isPending}>
          {t('botTest.send')}
        </Button>
      </form>
      <div aria-live="polite" className="empty:-mt-4">
        {test.isPending ? (
          <p className="text-ui text-ink-quiet">{t('botTest.sending')}</p>
        ) : (
          test.data !== undefined && <Outcome test={test.data} state={bot.state} />
        )}
      </div>
    </Group>
  );
}

/** As received, with long lines. */
const received = 'max-h-64 px-3 py-2.5 break-all whitespace-pre-wrap';

function Outcome({ test, state }: { readonly test: BotTest; readonly state: Bot['state'] }) {
  const { t } = useTranslation('channels');
  const { tone, title, advice } = explainTest(test);
  const Icon = tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <div className="flex flex-col gap-4 rounded-card border bg-raised p-4">
      <div className="flex gap-2 text-ui">
        <Icon aria-hidden className={cn('mt-px size-4 shrink-0', tone === 'good' ? 'text-good' : 'text-urgent')} />
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className={cn('font-medium break-words', tone === 'good' ? 'text-good' : 'text-urgent')}>{title}</p>
          {advice !== undefined && <p>{advice}</p>}
        </div>
      </div>
      {test.status !== undefined && (
        <div className="flex flex-col gap-1.5">
          <h4 className="text-ui font-medium">{t('botTest.answer')}</h4>
          {test.answer === undefined || test.answer === '' ? (
            <p className="text-ui text-ink-quiet">{t('botTest.emptyAnswer')}</p>
          ) : (
            <CodeBlock label={t('botTest.answer')} text={formattedJson(test.answer)} className={received} />
          )}
        </div>
      )}
      {(test.ok || test.events.length > 0) && (
        <div className="flex flex-col gap-1.5">
          <h4 className="text-ui font-medium">{t('botTest.events')}</h4>
          {test.events.length === 0 ? (
            <p className="text-ui text-ink-quiet">
              {state === 'working' || state === 'disabled'
                ? t('botTest.nothingCame.text')
                : t(`botTest.nothingCame.${state}`)}
            </p>
          ) : (
            <ol className="flex flex-col gap-2">
              {test.events.map((event, index) => (
                // Events may be identical; only their order distinguishes them.
                <ReceivedEvent key={`${index} ${event}`} event={event} />
              ))}
            </ol>
          )}
        </div>
      )}
    </div>
  );
}

function ReceivedEvent({ event }: { readonly event: string }) {
  const { t } = useTranslation('channels');
  const { what, words } = describeEvent(event);
  const body = t('botTest.eventBody', { what });
  return (
    <li className="flex flex-col gap-1 text-ui">
      <p className="text-ink-quiet">{what}</p>
      {words !== undefined && (
        <p className="w-fit max-w-full rounded-bubble bg-bot-tint px-3 py-1.5 text-message break-words whitespace-pre-wrap">
          {words}
        </p>
      )}
      <Details summary={t('botTest.whatItSent')} label={body}>
        <CodeBlock label={body} text={formattedJson(event)} className={received} />
      </Details>
    </li>
  );
}

/** Milliseconds in seconds: 0.4 s. */
export function formatTook(milliseconds: number): string {
  return milliseconds < 100 ? formatMilliseconds(Math.max(1, milliseconds)) : formatSeconds(milliseconds);
}

/** A provider's response to a test message in plain words, and what to do about it. */
export function explainTest({ ok, status, took, error }: BotTest) {
  if (ok)
    return {
      tone: 'good' as const,
      title:
        status === undefined
          ? i18n.t('channels:botTest.taken.text', { took: formatTook(took) })
          : i18n.t('channels:botTest.taken.withStatus', { took: formatTook(took), status: String(status) }),
      advice: undefined,
    };
  const [title, advice] = failureText(error ?? { kind: 'unreachable', status });
  return { tone: 'urgent' as const, title, advice };
}

type Words = readonly [title: string, advice: string];

function failureText({ kind, status, message }: DeliveryError): Words {
  switch (kind) {
    case 'status':
      return statusText(status);
    case 'refused':
    case 'invalid_answer':
      return [
        message === undefined
          ? i18n.t('channels:botTest.failure.invalid_answer.noMessage')
          : i18n.t('channels:botTest.failure.invalid_answer.text', { message }),
        i18n.t('channels:botTest.failure.invalid_answer.advice'),
      ];
    default:
      return [i18n.t(`channels:botTest.failure.${kind}.text`), i18n.t(`channels:botTest.failure.${kind}.advice`)];
  }
}

const meanings = new Map<number, 'token' | 'address' | 'method' | 'tooMuch'>([
  [401, 'token'],
  [403, 'token'],
  [404, 'address'],
  [405, 'method'],
  [429, 'tooMuch'],
]);

function statusText(status: number | undefined): Words {
  if (status === undefined)
    return [i18n.t('channels:botTest.status.none'), i18n.t('channels:botTest.status.other.advice')];
  const meaning = meanings.get(status) ?? (status >= 500 ? 'fault' : 'other');
  return [
    i18n.t(`channels:botTest.status.${meaning}.text`, { status: String(status) }),
    i18n.t(`channels:botTest.status.${meaning}.advice`),
  ];
}

/** The bot's token and the addresses ending with it; masked until "Show". */
export function BotAccess({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [changing, setChanging] = useState(false);
  const fetch = () => call('bots.addresses', { botId: bot.id });
  const token = useOnDemand(fetch, t('bots.notShown'));
  const service = useOnDemand(fetch, t('bots.notShown'));
  const signing = useOnDemand(fetch, t('bots.notShown'));
  const { mutateAsync: renewKey } = useRouteMutation('bots.renewSigningKey', 'bots.list');
  const base = usePublicAddress();
  const masked = `${base}/webhooks/${encodeURIComponent(bot.providerId)}/${bot.maskedToken}`;
  // The token shown is no longer valid.
  const saved = () => {
    token.hide();
    service.hide();
    notify(t('bots.botAccess.tokenSaved'));
    setChanging(false);
  };
  return (
    <Group title={t('bots.botAccess.title')} lead={t('bots.botAccess.lead')}>
      <SecretLine
        {...named('channels:bots.botAccess.service')}
        text={service.full?.service ?? masked}
        copyLabel={t('bots.botAccess.copyService')}
        onCopy={async () => (await fetch()).service}
        before={
          <ShowButton secret={service} labels={[t('bots.botAccess.showService'), t('bots.botAccess.hideService')]} />
        }
      />
      {changing ? (
        <TokenForm
          botId={bot.id}
          {...named('channels:bots.botAccess.newToken')}
          autoFocus
          confirmLabel={t('bots.botAccess.save')}
          onSaved={saved}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <SecretLine
          {...named('channels:bots.botAccess.token')}
          text={token.full?.token ?? bot.maskedToken}
          copyLabel={t('bots.botAccess.copyToken')}
          onCopy={async () => (await fetch()).token}
          before={<ShowButton secret={token} labels={[t('bots.botAccess.showToken'), t('bots.botAccess.hideToken')]} />}
          after={
            <Button aria-label={t('bots.botAccess.changeToken')} onClick={() => setChanging(true)}>
              {t('bots.botAccess.change')}
            </Button>
          }
        />
      )}
      <SigningKey
        of="bot"
        name={bot.name}
        text={signing.full?.signingKey ?? MASK}
        onCopy={async () => (await fetch()).signingKey}
        renew={() => renewKey({ botId: bot.id }).then(signing.hide)}
        before={<ShowButton secret={signing} labels={[t('signingKey.show'), t('signingKey.hide')]} />}
      />
    </Group>
  );
}
