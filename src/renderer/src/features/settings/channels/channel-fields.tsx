import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { channelFields, type RouteOutput } from '#shared/contract/routes.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CirclePause, Unplug } from 'lucide-react';
import type { Channel } from '#shared/domain/entities.ts';
import { Chip } from '#renderer/components/chip.tsx';

/** What is typed for a channel; an empty address stands for none. */
export const channelForm = z
  .object({ name: channelFields.name, endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() })
  .superRefine(({ endpoint, allowPlainHttp }, context) => {
    const problem = replyAddressProblem(endpoint, allowPlainHttp);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
  });

/** The address as the engine wants it: null for none. */
export function endpointOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** What is wrong with a typed reply address, in words; undefined where nothing is. Empty is fine: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:endpoint.${problem}`);
}

/** Whether a channel works, in a word. */
export function ChannelStateChip({
  channel,
}: {
  readonly channel: Pick<Channel, 'paused' | 'endpoint' | 'secretLost'>;
}) {
  const { t } = useTranslation('channels');
  if (channel.secretLost === true)
    return (
      <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
        {t('lostSecret.lostChannel.state')}
      </Chip>
    );
  if (channel.paused)
    return (
      <Chip tone="attention" icon={<CirclePause aria-hidden />}>
        {t('states.paused')}
      </Chip>
    );
  if (channel.endpoint === null) return <Chip icon={<Unplug aria-hidden />}>{t('states.noAddress')}</Chip>;
  return (
    <Chip tone="good" icon={<CircleCheck aria-hidden />}>
      {t('states.ready')}
    </Chip>
  );
}

/** A channel as the list has it: with how many of its chats are open. */
export type ListedChannel = RouteOutput<'channels.list'>['channels'][number];
