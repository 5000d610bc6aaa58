import { useTranslation } from 'react-i18next';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bot } from '#shared/domain/bots.ts';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import { Group } from '../parts/section.tsx';
import { useEngineForm } from '../parts/engine-form.tsx';
import { tokenForm, TokenField } from './bot-fields.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';

type Addresses = RouteOutput<'bots.addresses'>;

interface OnDemand {
  /** undefined until asked for */
  readonly full: Addresses | undefined;
  readonly show: () => void;
  readonly hide: () => void;
  /** in full, without showing them */
  readonly fetch: () => Promise<Addresses>;
}

/** The token and the addresses that end with it; masked until "Show". */
export function BotAccess({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const [changing, setChanging] = useState(false);
  const token = useBotAddresses(bot.id);
  const service = useBotAddresses(bot.id);
  const base = usePublicAddress();
  const masked = `${base}/webhooks/${encodeURIComponent(bot.providerId)}/${bot.maskedToken}`;
  const forget = () => {
    token.hide();
    service.hide();
  };
  return (
    <Group title={t('bots.botAccess.title')} lead={t('bots.botAccess.lead')}>
      <Secret
        label={t('bots.botAccess.service')}
        hint={t('bots.botAccess.serviceHint')}
        secret={service}
        text={service.full?.service ?? masked}
        showLabel={t('bots.botAccess.showService')}
        hideLabel={t('bots.botAccess.hideService')}
        copyLabel={t('bots.botAccess.copyService')}
        onCopy={async () => (await service.fetch()).service}
      />
      {changing ? (
        <NewToken bot={bot} onSaved={forget} onDone={() => setChanging(false)} />
      ) : (
        <Secret
          label={t('bots.botAccess.token')}
          hint={t('bots.botAccess.tokenHint')}
          secret={token}
          text={token.full?.token ?? bot.maskedToken}
          showLabel={t('bots.botAccess.showToken')}
          hideLabel={t('bots.botAccess.hideToken')}
          copyLabel={t('bots.botAccess.copyToken')}
          onCopy={async () => (await token.fetch()).token}
          more={
            <Button aria-label={t('bots.botAccess.changeToken')} onClick={() => setChanging(true)}>
              {t('bots.botAccess.change')}
            </Button>
          }
        />
      )}
    </Group>
  );
}

interface SecretProps {
  readonly label: string;
  readonly hint: string;
  readonly secret: OnDemand;
  readonly text: string;
  readonly showLabel: string;
  readonly hideLabel: string;
  readonly copyLabel: string;
  readonly onCopy: () => Promise<string>;
  readonly more?: ReactNode;
}

function Secret({ label, hint, secret, text, showLabel, hideLabel, copyLabel, onCopy, more }: SecretProps) {
  const { t } = useTranslation('channels');
  const isShown = secret.full !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ui font-medium">{label}</p>
      <div className="flex flex-wrap items-start gap-2">
        <code className="min-w-0 flex-1 basis-56 rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all">
          {text}
        </code>
        <div className="flex gap-2">
          <Button aria-label={isShown ? hideLabel : showLabel} onClick={isShown ? secret.hide : secret.show}>
            {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
            {isShown ? t('bots.botAccess.hide') : t('bots.botAccess.show')}
          </Button>
          <CopyButton text={onCopy} label={copyLabel} />
          {more}
        </div>
      </div>
      <p className="text-ui text-ink-quiet">{hint}</p>
    </div>
  );
}

interface NewTokenProps {
  readonly bot: Bot;
  /** what is shown in full is not valid any more */
  readonly onSaved: () => void;
  readonly onDone: () => void;
}

function NewToken({ bot, onSaved, onDone }: NewTokenProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  const { form, submit } = useEngineForm({
    rule: tokenForm,
    start: { token: '' },
    send: async ({ token }) => {
      await mutateAsync({ botId: bot.id, token });
      onSaved();
      say(t('bots.botAccess.tokenSaved'));
      onDone();
    },
    failed: t('bots.failed'),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TokenField
        control={form.control}
        name="token"
        label={t('bots.botAccess.newToken')}
        hint={t('bots.botAccess.newTokenHint')}
        autoFocus
      />
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={form.formState.isSubmitting}>
          {t('bots.botAccess.save')}
        </Button>
        <Button onClick={onDone}>{t('bots.botAccess.cancel')}</Button>
      </div>
    </form>
  );
}

/** A bot's token and addresses in full, asked for only when somebody wants to see or copy them. Kept nowhere but here. */
function useBotAddresses(botId: string): OnDemand {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [full, setFull] = useState<Addresses>();
  const fetch = () => call('bots.addresses', { botId });
  return {
    full,
    show: () => void fetch().then(setFull, (error: unknown) => tellTrouble(t('bots.failed'), error)),
    hide: () => setFull(undefined),
    fetch,
  };
}
