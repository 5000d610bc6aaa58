import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { Operator, Role } from '#shared/domain/entities.ts';
import { Sentences, useAction } from '../parts/act.tsx';
import type { OperatorForm } from './operator-form.tsx';

interface RoleCardsProps {
  readonly value: Role;
  readonly onChoose: (role: Role) => void;
  /** why it can't be changed */
  readonly fixed?: string | undefined;
}

/** The choice of a role, with what each may do. */
export function RoleCards({ value, onChoose, fixed }: RoleCardsProps) {
  const { t } = useTranslation('team');
  return (
    <ChoiceCards
      label={t('role.label')}
      value={value}
      onChoose={onChoose}
      disabled={fixed !== undefined}
      {...(fixed !== undefined && { hint: fixed })}
      choices={[
        { value: 'owner', title: t('role.owner'), means: t('role.ownerMeans') },
        { value: 'operator', title: t('role.operator'), means: t('role.operatorMeans') },
      ]}
    />
  );
}

/** The same in a form with a role. */
export function RoleField({ control }: { readonly control: Control<OperatorForm> }) {
  const { field } = useController({ control, name: 'role' });
  return <RoleCards value={field.value} onChoose={field.onChange} />;
}

interface OperatorRoleProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly isLastOwner: boolean;
}

/** An operator's role; a change is confirmed first. */
export function OperatorRole({ operator, isMe, isLastOwner }: OperatorRoleProps) {
  const { t } = useTranslation(['team', 'settings']);
  const { id: operatorId, name: operatorName, role } = operator;
  const [wanted, setWanted] = useState<Role>();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: change } = useRouteMutation('operators.change', 'operators.list');
  const { pending, run } = useAction(t('settings:operators.failed'));
  const isSeat = useDesktop() !== undefined && isMe && role === 'owner';
  const save = async (next: Role): Promise<void> => {
    await change({ operatorId, role: next });
    notify(t(`role.changed.${next}`, { operatorName }));
  };
  return (
    <>
      <RoleCards
        value={role}
        onChoose={(next) => {
          setWanted(next);
          setAsking(next !== role);
        }}
        fixed={isSeat ? t('role.seat') : isLastOwner ? t('role.last') : undefined}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        {...questionOf(wanted ?? role)}
        danger={wanted === 'operator'}
        pending={pending}
        onConfirm={() => wanted !== undefined && void run(() => save(wanted)).then(() => setAsking(false))}
      />
    </>
  );

  function questionOf(next: Role) {
    if (next === 'owner')
      return {
        title: t('role.toOwner', { operatorName }),
        consequences: <Sentences sentences={[t('role.toOwnerWill')]} />,
        confirmLabel: t('role.toOwnerConfirm'),
      };
    if (isMe)
      return {
        title: t('role.ownToOperator'),
        consequences: <Sentences sentences={[t('role.ownToOperatorWill.1'), t('role.ownToOperatorWill.2')]} />,
        confirmLabel: t('role.ownToOperatorConfirm'),
      };
    return {
      title: t('role.toOperator', { operatorName }),
      consequences: <Sentences sentences={[t('role.toOperatorWill.1'), t('role.toOperatorWill.2')]} />,
      confirmLabel: t('role.toOperatorConfirm'),
    };
  }
}
