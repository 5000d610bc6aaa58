import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { tellTrouble } from './trouble.ts';

type Addresses = RouteOutput<'bots.addresses'>;

export interface OnDemand {
  /** undefined until asked for */
  readonly full: Addresses | undefined;
  readonly show: () => void;
  readonly hide: () => void;
  /** in full, without showing them */
  readonly fetch: () => Promise<Addresses>;
}

/** A bot's token and addresses in full, asked for only when somebody wants to see or copy them. Kept nowhere but here. */
export function useBotAddresses(botId: string): OnDemand {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const [full, setFull] = useState<Addresses>();
  const fetch = () => call('bots.addresses', { botId });
  return {
    full,
    show: () => void fetch().then(setFull, (error: unknown) => tellTrouble(t('bots.bot.failed'), error)),
    hide: () => setFull(undefined),
    fetch,
  };
}
