import '#renderer/language/team.ts';
import { addDays, isSameDay } from 'date-fns';
import { useTranslation } from 'react-i18next';
import { useRef } from 'react';
import { CardList } from '#renderer/components/card-list.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { formatClock, formatFuture } from '#renderer/components/dates.ts';
import { notify } from '#renderer/components/toaster.tsx';
import { useNow } from '#renderer/components/time.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import type { Invitation } from '#shared/contract/devices.ts';
import { ActionButton, ConfirmButton } from '../parts/act.tsx';
import { Group } from '../parts/section.tsx';
import type { Inviting } from './inviting.tsx';

/** Invitations that can still be used; nothing if there are none. */
export function OpenInvitations({ get }: Pick<Inviting, 'get'>) {
  const { t } = useTranslation('team');
  const invitations = useRouteQueryFor('owner', 'invitations.list', {}).data?.invitations ?? [];
  const list = useRef<HTMLUListElement>(null);
  if (invitations.length === 0) return null;
  return (
    <Group title={t('joining.open.title')}>
      <CardList ref={list} label={t('joining.open.title')} items={invitations}>
        {(invitation) => <InvitationRow invitation={invitation} get={get} onWithdrawn={() => list.current?.focus()} />}
      </CardList>
    </Group>
  );
}

interface InvitationRowProps extends Pick<Inviting, 'get'> {
  readonly invitation: Invitation;
  /** the row goes, with its focus */
  readonly onWithdrawn: () => void;
}

function InvitationRow({ invitation: { id, name, role, operatorId, until }, get, onWithdrawn }: InvitationRowProps) {
  const { t } = useTranslation('team');
  const untilWords = useNow((now) => formatUntil(until, now));
  const { mutateAsync: withdraw } = useRouteMutation('invitations.withdraw', 'invitations.list');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5 text-ui">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          <Chip>{operatorId === undefined ? t(`role.${role}`) : t('joining.open.device')}</Chip>
        </p>
        <p className="tabular text-ink-quiet">{t('joining.open.until', { until: untilWords })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          size="sm"
          failed={t('joining.failed')}
          aria-label={t('joining.open.showOf', { name })}
          act={() => get({ for: 'again', invitationId: id })}
        >
          {t('joining.open.show')}
        </ActionButton>
        <ConfirmButton
          label={t('joining.open.withdraw')}
          title={t('joining.open.withdrawAsk', { name })}
          will={[t('joining.open.withdrawWill')]}
          failed={t('joining.open.withdrawFailed')}
          act={async () => {
            await withdraw({ invitationId: id });
            onWithdrawn();
            notify(t('joining.open.withdrawn', { name }));
          }}
        />
      </div>
    </div>
  );
}

/** The moment until which it can be used: 14:05, tomorrow 14:05. */
export function formatUntil(at: number, now: number): string {
  return isSameDay(at, addDays(now, 1))
    ? i18n.t('team:joining.tomorrow', { time: formatClock(at) })
    : formatFuture(at, now);
}
