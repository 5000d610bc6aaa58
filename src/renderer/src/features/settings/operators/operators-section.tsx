import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useCachedMutation, useRouteMutation, useRouteQuery, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { FoldingList } from '#renderer/components/folding.tsx';
import { fieldsOf, SavedSwitch, SavedText } from '#renderer/components/saved-fields.tsx';
import { Group, Loaded, Section, DangerRow } from '../parts/section.tsx';
import { KeyDialog, type NewKey, RenewKeyRow } from './access-key.tsx';
import { OperatorChannels } from './operator-channels.tsx';
import { AddOperatorDialog, OperatorFields, OperatorRole } from './operator-form.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { contactAddress, shopName, type TeamView } from '#shared/contract/operators.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { notify } from '#renderer/components/toaster.tsx';
import { ActionButton, ConfirmButton, Sentences, useAction } from '#renderer/components/actions.tsx';
import { DeviceList, OpenInvitations, useInviting } from '../joining/joining.tsx';

const RemoteAccessGroup = lazy(async () => (await import('./remote-access-group.tsx')).RemoteAccessGroup);

/** The team: adds, edits and removes operators, issues access keys, and says what operators may see. */
export function OperatorsSection() {
  const { t } = useTranslation(['settings', 'team']);
  const operators = useOperators();
  const remoteAccess = useRouteQueryFor('owner', 'remoteAccess.get', {});
  const meId = useMe().data?.id;
  const [adding, setAdding] = useState(false);
  const [newKey, setNewKey] = useState<NewKey>();
  const inviting = useInviting(() => setAdding(true));
  const [removed, setRemoved] = useState<Operator>();
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={inviting.ask}>
      <UserPlus aria-hidden className="-ms-1 size-4" />
      {t('team:joining.colleague.invite')}
    </Button>
  );
  return (
    <Section
      title={t('sections.operators')}
      lead={t('operators.lead')}
      action={operators.data === undefined ? undefined : add}
    >
      <Loaded of={operators}>
        {(list) => (
          <FoldingList
            label={t('operators.list')}
            items={list}
            renderLine={(operator) => <OperatorLine operator={operator} isMe={operator.id === meId} />}
          >
            {(operator) => {
              const isMe = operator.id === meId;
              const isLastOwner = operator.role === 'owner' && list.filter(({ role }) => role === 'owner').length === 1;
              return (
                <>
                  <p className="text-ui text-ink-quiet">{t(`operators.${stateOf(operator)}More`)}</p>
                  <OperatorFields operator={operator} />
                  <OperatorRole operator={operator} isMe={isMe} isLastOwner={isLastOwner} />
                  {operator.role === 'operator' && <OperatorChannels operator={operator} />}
                  <OperatorDevices
                    operator={operator}
                    onInvite={() => inviting.get((call) => call('invitations.create', { operatorId: operator.id }))}
                  />
                  <OperatorAccess
                    operator={operator}
                    isMe={isMe}
                    onNewKey={setNewKey}
                    onRemoved={() => {
                      addButton.current?.focus();
                      if (operator.role === 'owner') setRemoved(operator);
                    }}
                  />
                </>
              );
            }}
          </FoldingList>
        )}
      </Loaded>
      <OpenInvitations get={inviting.get} onLastWithdrawn={() => addButton.current?.focus()} />
      <Loaded of={useRouteQuery('team.get', {})}>{(team) => <TeamFields team={team} />}</Loaded>
      <RemoteAccessGroup remoteAccess={remoteAccess} />
      {inviting.dialogs}
      <AddOperatorDialog open={adding} onClose={() => setAdding(false)} onAdded={setNewKey} />
      <KeyDialog newKey={newKey} origin={remoteAccess.data?.urls[0]?.url} onClose={() => setNewKey(undefined)} />
      {removed !== undefined && (
        <RenewAddressesDialog
          operatorName={removed.name}
          onClose={() => {
            setRemoved(undefined);
            addButton.current?.focus();
          }}
        />
      )}
    </Section>
  );
}

function TeamFields({ team }: { readonly team: TeamView }) {
  const { t } = useTranslation(['settings', 'team']);
  const { mutateAsync } = useCachedMutation('team.change', 'team.get', { after: (saved) => saved });
  const of = fieldsOf(team, mutateAsync);
  return (
    <>
      <Group title={t('team:shop.title')}>
        <SavedText
          {...of('name')}
          {...named('team:shop.name')}
          placeholder={team.shop}
          rule={shopName}
          autoComplete="off"
        />
        {(team.needsContact || team.contact !== '') && (
          <SavedText {...of('contact')} {...named('team:shop.contact')} rule={contactAddress} inputMode="email" />
        )}
      </Group>
      <Group title={t('team:operators.title')}>
        <SavedSwitch {...of('reports')} {...named('team:operators.reports')} />
      </Group>
    </>
  );
}

function stateOf({ available, presence }: Operator): 'online' | 'notHere' | 'away' {
  if (available) return 'online';
  return presence === 'online' ? 'notHere' : 'away';
}

function OperatorLine({ operator, isMe }: { readonly operator: Operator; readonly isMe: boolean }) {
  const { t } = useTranslation(['settings', 'team']);
  return (
    <>
      <OperatorAvatar operator={operator} size={32} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 text-ui font-medium wrap-anywhere">{operator.name}</bdi>
          {isMe && <Chip tone="accent">{t('operators.you')}</Chip>}
          {operator.role === 'owner' && <Chip>{t('operators.owner')}</Chip>}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-ui text-ink-quiet">
          <span
            aria-hidden
            className={cn('size-2.5 rounded-full', operator.available ? 'bg-good' : 'border-2 border-ink-quiet')}
          />
          {t(`operators.${stateOf(operator)}`)}
        </span>
      </span>
    </>
  );
}

function OperatorDevices({
  operator,
  onInvite,
}: {
  readonly operator: Operator;
  readonly onInvite: () => Promise<void>;
}) {
  const { t } = useTranslation(['settings', 'team']);
  const { id, name } = operator;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ui font-medium">{t('team:joining.devices.of')}</p>
        <ActionButton size="sm" failed={t('team:joining.failed')} act={onInvite}>
          {t('team:joining.devices.addFor')}
        </ActionButton>
      </div>
      <DeviceList
        operatorId={id}
        label={t('team:joining.devices.listOf', { name })}
        none={t('team:joining.devices.none', { name })}
      />
    </div>
  );
}

interface OperatorAccessProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly onNewKey: (key: NewKey) => void;
  /** the row is gone, with its focus */
  readonly onRemoved: () => void;
}

function OperatorAccess({ operator, isMe, onNewKey, onRemoved }: OperatorAccessProps) {
  const { t } = useTranslation(['settings', 'team']);
  const { id: operatorId, name: operatorName } = operator;
  const { mutateAsync: remove } = useRouteMutation('operators.remove', 'operators.me', 'operators.list');
  const stays = isMe ? t('operators.cannotRemoveSelf') : undefined;
  return (
    <ul aria-label={t('operators.access')} className="flex flex-col divide-y divide-hairline rounded-card border">
      <RenewKeyRow operator={operator} isMe={isMe} onNewKey={onNewKey} />
      <DangerRow title={t('operators.removeTitle')} lead={stays ?? t('operators.removeLead')}>
        {stays === undefined && (
          <ConfirmButton
            label={t('operators.remove')}
            urgent
            title={t('operators.removeAsk', { operatorName })}
            will={[t('operators.removeWill.1'), t('operators.removeWill.2'), t('operators.removeWill.3')]}
            failed={t('operators.failed')}
            act={async () => {
              const { queued } = await remove({ operatorId });
              notify(
                queued > 0
                  ? t('operators.removed', { operatorName, queued })
                  : t('operators.removedOnly', { operatorName }),
              );
              onRemoved();
            }}
          />
        )}
      </DangerRow>
    </ul>
  );
}

interface RenewAddressesDialogProps {
  readonly operatorName: string;
  readonly onClose: () => void;
}

/** An owner was removed, who may have kept addresses, keys and tokens. */
function RenewAddressesDialog({ operatorName, onClose }: RenewAddressesDialogProps) {
  const { t } = useTranslation('settings');
  const { mutateAsync: renew } = useRouteMutation('team.renewAddresses');
  const { pending, run } = useAction(t('operators.failed'), t('operators.renewAll.done'));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('operators.renewAll.ask')}
      footer={
        <>
          <DialogClose render={<Button>{t('operators.renewAll.later')}</Button>} />
          <Button variant="primary" pending={pending} onClick={() => void run(() => renew({}).then(onClose))}>
            {t('operators.renewAll.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-ui text-ink-quiet">
        <Sentences sentences={[t('operators.renewAll.lead', { operatorName }), t('operators.renewAll.then')]} />
      </div>
    </Dialog>
  );
}
