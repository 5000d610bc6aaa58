import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { routes } from '#shared/contract/routes.ts';
import { type Operator, role } from '#shared/domain/entities.ts';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { SavedText } from '../parts/saved-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { RoleField } from './operator-role.tsx';
import type { NewKey } from './access-key.tsx';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';

const { name } = routes['operators.add'].input.shape;

/** The fields of a new operator. */
export const operatorForm = z.object({ name, role });
export type OperatorForm = z.infer<typeof operatorForm>;
export const newOperator: OperatorForm = { name: '', role: 'operator' };

/** How a form asks for an operator's name. */
export function useNameLine() {
  const { t } = useTranslation('settings');
  return { label: t('operators.name'), hint: t('operators.nameHint'), autoComplete: 'off' } as const;
}

/** An operator's name and photo. */
export function OperatorFields({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation('settings');
  const nameLine = useNameLine();
  const { id: operatorId } = operator;
  const change = useRouteMutation('operators.change', 'operators.me', 'operators.list');
  const setPicture = useRouteMutation('operators.setPicture', 'operators.me', 'operators.list');
  return (
    <>
      <SavedText
        {...nameLine}
        field="name"
        saved={operator.name}
        rule={name}
        save={(value) => change.mutateAsync({ operatorId, name: value })}
      />
      <PictureField
        label={t('operators.photo')}
        hint={t('operators.photoHint')}
        picture={operator.picture}
        linked={operator.photo}
        save={(jpeg) => setPicture.mutateAsync({ operatorId, jpeg })}
      >
        <OperatorAvatar operator={operator} size={56} />
      </PictureField>
    </>
  );
}

interface AddOperatorDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (key: NewKey) => void;
}

/** Asks for a new operator's name and role. */
export function AddOperatorDialog({ onAdded, ...dialog }: AddOperatorDialogProps) {
  const { t } = useTranslation('settings');
  const nameLine = useNameLine();
  const { mutateAsync } = useRouteMutation('operators.add', 'operators.me', 'operators.list');
  return (
    <FormDialog
      {...dialog}
      title={t('operators.addTitle')}
      description={t('operators.addLead')}
      confirmLabel={t('operators.addConfirm')}
      failed={t('operators.failed')}
      rule={operatorForm}
      start={newOperator}
      send={async (typed) => {
        const { operator, accessKey } = await mutateAsync(typed);
        return () => onAdded({ operatorName: operator.name, accessKey });
      }}
    >
      {({ control }) => (
        <>
          <TextField {...nameLine} control={control} name="name" autoFocus />
          <RoleField control={control} />
        </>
      )}
    </FormDialog>
  );
}
