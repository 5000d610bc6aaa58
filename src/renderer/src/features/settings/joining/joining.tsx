import { useTranslation } from 'react-i18next';
import { useState, useRef } from 'react';
import { Globe, MonitorSmartphone } from 'lucide-react';
import { addDays } from 'date-fns/addDays';
import { isSameDay } from 'date-fns/isSameDay';
import { Dialog } from '#renderer/components/dialog.tsx';
import type { Call } from '#renderer/rpc/transport.ts';
import { lazy, MountOnOpen } from '#renderer/components/lazy.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useMay, useRouteMutation, useRouteQuery, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import type { InvitationLink, Device, Invitation } from '#shared/contract/joining.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatDate, formatFull, formatSince, formatClock, formatFuture, useNow } from '#renderer/components/dates.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { ConfirmButton, ActionButton } from '#renderer/components/actions.tsx';
import { Loaded, Group } from '../parts/section.tsx';

const ColleagueDialog = lazy(async () => (await import('../operators/operator-form.tsx')).ColleagueDialog);
const LinkDialog = lazy(async () => (await import('./link-dialog.tsx')).LinkDialog);
const OpenRemoteAccess = lazy(async () => (await import('./link-dialog.tsx')).OpenRemoteAccess);

/** Asks for an invitation. */
type Wish = (call: Call) => Promise<InvitationLink>;

type Step =
  | { readonly at: 'form' }
  | { readonly at: 'remoteAccess'; readonly wish: Wish }
  | { readonly at: 'link'; readonly link: InvitationLink };

/**
 * From the wish for an invitation to its link: asks for a name, lets colleagues in if nobody could come, shows the link.
 * `onWithKey` offers an access key instead; the dialogs have to be rendered once.
 */
export function useInviting(onWithKey?: () => void) {
  const { t } = useTranslation('team');
  const { call } = useConsole();
  const isOwner = useMay('owner') === true;
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);

  const next = async (wish: Wish): Promise<Step> => {
    try {
      return { at: 'link', link: await wish(call) };
    } catch (error) {
      if (isOwner && error instanceof ContractError && error.code === 'remote_access_closed')
        return { at: 'remoteAccess', wish };
      throw error;
    }
  };
  const get = async (wish: Wish): Promise<void> => {
    try {
      setStep(await next(wish));
    } catch (error) {
      notifyFailure(t('joining.failed'), error);
      close();
    }
  };
  const dialogs = (
    <>
      <MountOnOpen open={step?.at === 'form'}>
        <ColleagueDialog
          open={step?.at === 'form'}
          onClose={close}
          onWithKey={
            onWithKey &&
            (() => {
              close();
              onWithKey();
            })
          }
          send={async (typed) => {
            const following = await next((ask) => ask('invitations.create', typed));
            return () => setStep(following);
          }}
        />
      </MountOnOpen>
      <Dialog
        open={step?.at === 'remoteAccess'}
        onClose={close}
        title={t('joining.remoteAccess.title')}
        description={t('joining.remoteAccess.lead')}
      >
        {step?.at === 'remoteAccess' && <OpenRemoteAccess onOpen={() => void get(step.wish)} />}
      </Dialog>
      <MountOnOpen open={step?.at === 'link'}>
        <LinkDialog
          link={step?.at === 'link' ? step.link : undefined}
          onClose={close}
          onMoved={({ invitation }) => void get((ask) => ask('invitations.link', { invitationId: invitation.id }))}
        />
      </MountOnOpen>
    </>
  );
  return { ask: () => setStep({ at: 'form' }), get, dialogs };
}

interface DeviceListProps {
  readonly operatorId: string;
  readonly label: string;
  /** text if there are none */
  readonly none: string;
}

/** Lists the devices where an operator is signed in; each can be signed out. */
export function DeviceList({ operatorId, label, none }: DeviceListProps) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div ref={part} tabIndex={-1} className="rounded-card">
      <Loaded of={useRouteQuery('devices.list', {})}>
        {({ devices }) => {
          const ownDevices = devices.filter((device) => device.operatorId === operatorId);
          if (ownDevices.length === 0) return <p className="text-ui text-ink-quiet">{none}</p>;
          return (
            <Rows label={label} rows={ownDevices} keyOf={({ id }) => id}>
              {(device) => <DeviceRow device={device} onSignedOut={() => part.current?.focus()} />}
            </Rows>
          );
        }}
      </Loaded>
    </div>
  );
}

interface DeviceRowProps {
  readonly device: Device;
  /** the row goes, with its focus */
  readonly onSignedOut: () => void;
}

function DeviceRow({ device, onSignedOut }: DeviceRowProps) {
  const { t } = useTranslation('team');
  const { mutateAsync: remove } = useRouteMutation('devices.remove', 'devices.list');
  const { id, kind, isOnline, isThis, lastSeenAt, joinedAt, from } = device;
  const name = deviceName(device);
  const seen = useNow((now) => formatSince(lastSeenAt, now));
  const Icon = kind === 'app' ? MonitorSmartphone : Globe;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-quiet" />
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5 text-ui">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          {isThis && <Chip tone="accent">{t('joining.devices.this')}</Chip>}
        </p>
        <p className="flex items-center gap-1.5 text-ink-quiet">
          <span
            aria-hidden
            className={cn('size-2.5 rounded-full', isOnline ? 'bg-good' : 'border-2 border-ink-quiet')}
          />
          {isOnline ? t('joining.devices.online') : t('joining.devices.seen', { when: seen })}
        </p>
        <p className="text-meta text-ink-quiet wrap-anywhere" title={formatFull(joinedAt)}>
          {from === undefined
            ? t('joining.devices.joined', { day: formatDate(joinedAt) })
            : t('joining.devices.joinedFrom', { day: formatDate(joinedAt), from })}
        </p>
      </div>
      {!isThis && (
        <ConfirmButton
          label={t('joining.devices.signOut')}
          title={t('joining.devices.signOutAsk', { name })}
          will={[t('joining.devices.signOutWill.1'), t('joining.devices.signOutWill.2')]}
          failed={t('joining.devices.failed')}
          act={() => remove({ deviceId: id }).then(onSignedOut)}
          done={t('joining.devices.signedOut', { name })}
        />
      )}
    </div>
  );
}

/** Names a device: Firefox on Windows, Counterbell app on KASSE-2. */
function deviceName({ kind, name }: Pick<Device, 'kind' | 'name'>): string {
  if (kind === 'app')
    return name === '' ? i18n.t('team:joining.devices.app') : i18n.t('team:joining.devices.appOn', { name });
  const [browser = '', system] = name.split(', ');
  if (browser === '') return i18n.t('team:joining.devices.browser');
  return system === undefined ? browser : i18n.t('team:joining.devices.browserOn', { browser, system });
}

type Inviting = ReturnType<typeof useInviting>;

interface OpenInvitationsProps extends Pick<Inviting, 'get'> {
  /** the list is gone, with its focus */
  readonly onLastWithdrawn: () => void;
}

/** Invitations that can still be used; nothing if there are none. */
export function OpenInvitations({ get, onLastWithdrawn }: OpenInvitationsProps) {
  const { t } = useTranslation('team');
  const invitations = useRouteQueryFor('owner', 'invitations.list', {}).data?.invitations ?? [];
  const list = useRef<HTMLUListElement>(null);
  if (invitations.length === 0) return null;
  return (
    <Group title={t('joining.open.title')}>
      <Rows ref={list} label={t('joining.open.title')} rows={invitations} keyOf={({ id }) => id}>
        {(invitation) => (
          <InvitationRow
            invitation={invitation}
            get={get}
            onWithdrawn={() => (invitations.length === 1 ? onLastWithdrawn() : list.current?.focus())}
          />
        )}
      </Rows>
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
          failed={t('joining.failed')}
          aria-label={t('joining.open.showOf', { name })}
          act={() => get((call) => call('invitations.link', { invitationId: id }))}
        >
          {t('joining.open.show')}
        </ActionButton>
        <ConfirmButton
          label={t('joining.open.withdraw')}
          title={t('joining.open.withdrawAsk', { name })}
          will={[t('joining.open.withdrawWill')]}
          failed={t('joining.open.withdrawFailed')}
          act={() => withdraw({ invitationId: id }).then(onWithdrawn)}
          done={t('joining.open.withdrawn', { name })}
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
