import '#renderer/language/joining-words.ts';
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
  const { t } = useTranslation('joining');
  const invitations = useRouteQueryFor('owner', 'invitations.list', {}).data?.invitations ?? [];
  const list = useRef<HTMLUListElement>(null);
  if (invitations.length === 0) return null;
  return (
    <Group title={t('open.title')}>
      <CardList ref={list} label={t('open.title')} items={invitations}>
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
  const { t } = useTranslation(['joining', 'team']);
  const untilWords = useNow((now) => formatUntil(until, now));
  const { mutateAsync: withdraw } = useRouteMutation('invitations.withdraw', 'invitations.list');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5 text-ui">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          <Chip>{operatorId === undefined ? t(`team:role.${role}`) : t('open.device')}</Chip>
        </p>
        <p className="tabular text-ink-quiet">{t('open.until', { until: untilWords })}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          size="sm"
          failed={t('failed')}
          aria-label={t('open.showOf', { name })}
          act={() => get({ for: 'again', invitationId: id })}
        >
          {t('open.show')}
        </ActionButton>
        <ConfirmButton
          label={t('open.withdraw')}
          title={t('open.withdrawAsk', { name })}
          will={[t('open.withdrawWill')]}
          failed={t('open.withdrawFailed')}
          act={async () => {
            await withdraw({ invitationId: id });
            onWithdrawn();
            notify(t('open.withdrawn', { name }));
          }}
        />
      </div>
    </div>
  );
}

/** The moment until which it can be used: 14:05, tomorrow 14:05. */
export function formatUntil(at: number, now: number): string {
  return isSameDay(at, addDays(now, 1)) ? i18n.t('joining:tomorrow', { time: formatClock(at) }) : formatFuture(at, now);
}
