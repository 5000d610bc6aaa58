import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { z } from 'zod';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { routes } from '#shared/contract/routes.ts';
import { type Operator, role, type Role } from '#shared/domain/entities.ts';
import { FormDialog } from '#renderer/components/forms.tsx';
import { SavedText } from '#renderer/components/saved-fields.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { OperatorPicture } from '../parts/picture-field.tsx';
import type { NewKey } from './access-key.tsx';
import { ChannelsOfOperator } from './operator-channels.tsx';
import { useState, type ComponentProps } from 'react';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { Sentences, useAction, type Opened } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';

const { name, channels } = routes['operators.add'].input.shape;

const operatorForm = z.object({ name, role, channels: channels.unwrap() });
type OperatorForm = z.infer<typeof operatorForm>;

export function OperatorFields({ operator }: { readonly operator: Operator }) {
  const { id: operatorId } = operator;
  const change = useRouteMutation('operators.change', 'operators.me', 'operators.list');
  return (
    <>
      <SavedText
        {...named('settings:operators.name')}
        autoComplete="off"
        field="name"
        saved={operator.name}
        rule={name}
        save={(value) => change.mutateAsync({ operatorId, name: value })}
      />
      <OperatorPicture {...named('settings:operators.photo')} operator={operator} />
    </>
  );
}

type NewOperatorDialogProps = Omit<ComponentProps<typeof FormDialog<OperatorForm>>, 'rule' | 'start' | 'children'>;

function NewOperatorDialog(dialog: NewOperatorDialogProps) {
  const { t } = useTranslation(['team', 'settings']);
  return (
    <FormDialog {...dialog} rule={operatorForm} start={{ name: '', role: 'operator', channels: null }}>
      {({ values, change, text }) => (
        <>
          <TextField
            label={t('settings:operators.name')}
            hint={t('settings:operators.newNameHint')}
            autoComplete="off"
            typed={text('name')}
          />
          <RoleCards value={values.role} onChoose={(chosen) => change({ role: chosen, channels: null })} />
          {values.role === 'operator' && (
            <ChannelsOfOperator value={values.channels} onChange={(value) => change({ channels: value })} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Adds an operator who signs in with an access key. */
export function AddOperatorDialog({ onAdded, ...dialog }: Opened & { readonly onAdded: (key: NewKey) => void }) {
  const { t } = useTranslation(['team', 'settings']);
  const { mutateAsync } = useRouteMutation('operators.add', 'operators.me', 'operators.list');
  return (
    <NewOperatorDialog
      {...dialog}
      title={t('settings:operators.addTitle')}
      description={t('settings:operators.addLead')}
      confirmLabel={t('settings:operators.addConfirm')}
      failed={t('settings:operators.failed')}
      send={async (typed) => {
        const { operator, accessKey } = await mutateAsync(typed);
        return () => onAdded({ operatorName: operator.name, accessKey });
      }}
    />
  );
}

interface RoleCardsProps {
  readonly value: Role;
  readonly onChoose: (role: Role) => void;
  /** reason why it can't be changed */
  readonly fixed?: string | undefined;
}

function RoleCards({ value, onChoose, fixed }: RoleCardsProps) {
  const { t } = useTranslation(['team', 'settings']);
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

interface OperatorRoleProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly isLastOwner: boolean;
}

/** An operator's role; a change is confirmed first. */
export function OperatorRole({ operator, isMe, isLastOwner }: OperatorRoleProps) {
  const { t } = useTranslation(['team', 'settings']);
  const { id: operatorId, name: operatorName, role: current } = operator;
  const [wanted, setWanted] = useState<Role>();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: change } = useRouteMutation('operators.change', 'operators.list');
  const { pending, run } = useAction(t('settings:operators.failed'));
  const isSeat = useDesktop() !== undefined && isMe && current === 'owner';
  const question = (wanted ?? current) === 'owner' ? 'toOwner' : isMe ? 'ownToOperator' : 'toOperator';
  const save = async (next: Role): Promise<void> => {
    await change({ operatorId, role: next });
    notify(t(`role.changed.${next}`, { operatorName }));
  };
  return (
    <>
      <RoleCards
        value={current}
        onChoose={(next) => {
          setWanted(next);
          setAsking(next !== current);
        }}
        fixed={isSeat ? t('role.seat') : isLastOwner ? t('role.last') : undefined}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t(`role.${question}`, { operatorName })}
        consequences={<Sentences sentences={Object.values(t(`role.${question}Will`, { returnObjects: true }))} />}
        confirmLabel={t(`role.${question}Confirm`)}
        danger={wanted === 'operator'}
        pending={pending}
        onConfirm={() => wanted !== undefined && void run(() => save(wanted)).then(() => setAsking(false))}
      />
    </>
  );
}

interface ColleagueDialogProps extends Opened, Pick<NewOperatorDialogProps, 'send'> {
  readonly onWithKey?: (() => void) | undefined;
}

export function ColleagueDialog({ onWithKey, ...dialog }: ColleagueDialogProps) {
  const { t } = useTranslation(['team', 'settings']);
  return (
    <NewOperatorDialog
      {...dialog}
      title={t('joining.colleague.title')}
      description={t('joining.colleague.lead')}
      confirmLabel={t('joining.colleague.confirm')}
      failed={t('joining.failed')}
      more={
        onWithKey !== undefined && (
          <Button variant="quiet" className="me-auto" onClick={onWithKey}>
            {t('joining.colleague.withKey')}
          </Button>
        )
      }
    />
  );
}
