import { z } from 'zod';
import { i18n } from '#renderer/language/i18n.ts';
import { channelFields, type RouteOutput } from '#shared/contract/routes.ts';
import { endpointProblem } from '#shared/domain/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CircleDashed, CirclePause, House, Unplug } from 'lucide-react';
import type { Channel } from '#shared/domain/entities.ts';
import { Chip } from '#renderer/components/chip.tsx';
import { useReached } from '../connection/reach.tsx';

/** The typed fields of a channel; an empty address means none. */
export const channelForm = z
  .object({ name: channelFields.name, endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() })
  .superRefine(({ endpoint, allowPlainHttp }, context) => {
    const problem = replyAddressProblem(endpoint, allowPlainHttp);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
  });

/** The address for the engine: null for none. */
export function endpointOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** Why a reply address is invalid; undefined if valid. Empty is valid: replies go to the test customer. */
export function replyAddressProblem(typed: string, allowPlainHttp: boolean): string | undefined {
  const address = typed.trim();
  if (address === '') return undefined;
  const problem = endpointProblem(address, allowPlainHttp);
  return problem === undefined ? undefined : i18n.t(`channels:endpoint.${problem}`);
}

const looks = {
  lost: { Icon: CircleAlert, tone: 'urgent' },
  paused: { Icon: CirclePause, tone: 'attention' },
  noAddress: { Icon: Unplug, tone: 'neutral' },
  local: { Icon: House, tone: 'neutral' },
  unreachable: { Icon: CircleAlert, tone: 'urgent' },
  unknown: { Icon: CircleDashed, tone: 'neutral' },
  network: { Icon: CircleCheck, tone: 'good' },
  ready: { Icon: CircleCheck, tone: 'good' },
} as const;

/** Whether customers can write on a channel and get answers, in a word; unreachable channels are not ready. */
export function ChannelStateChip({
  channel: { secretLost, paused, endpoint },
}: {
  readonly channel: Pick<Channel, 'paused' | 'endpoint' | 'secretLost'>;
}) {
  const { t } = useTranslation('channels');
  const reached = useReached();
  const found = (): keyof typeof looks => {
    if (secretLost === true) return 'lost';
    if (paused) return 'paused';
    if (reached === 'unreachable') return reached;
    if (endpoint === null) return 'noAddress';
    return reached === 'reachable' ? 'ready' : (reached ?? 'unknown');
  };
  const state = found();
  const { Icon, tone } = looks[state];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {state === 'lost' ? t('lostSecret.lostChannel.state') : t(`states.${state}`)}
    </Chip>
  );
}

/** A channel as listed, with its number of open chats. */
export type ListedChannel = RouteOutput<'channels.list'>['channels'][number];
