import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { SavedText } from '../parts/saved-field.tsx';
import type { NewKey } from './key-dialog.tsx';

const { name, photo } = routes['operators.add'].input.shape;

/** What is typed about an operator. */
const operatorForm = z.object({ name, photo: photo.unwrap() });

function useLines() {
  const { t } = useTranslation('settings');
  return {
    name: { label: t('operators.name'), hint: t('operators.nameHint'), autoComplete: 'off' },
    photo: {
      label: t('operators.photo'),
      hint: t('operators.photoHint'),
      placeholder: 'https://',
      inputMode: 'url',
      spellCheck: false,
    },
  } as const;
}

/** Name and picture of an operator. */
export function OperatorFields({ operator }: { readonly operator: Operator }) {
  const lines = useLines();
  const { mutateAsync } = useAct('operators.change', keys.me, keys.operators);
  return (['name', 'photo'] as const).map((field) => (
    <SavedText
      key={field}
      {...lines[field]}
      field={field}
      saved={operator[field] ?? ''}
      rule={operatorForm.shape[field]}
      save={(value) => mutateAsync({ operatorId: operator.id, [field]: value })}
    />
  ));
}

interface AddOperatorDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (key: NewKey) => void;
}

/** Asks for the name of a colleague. */
export function AddOperatorDialog({ onAdded, ...dialog }: AddOperatorDialogProps) {
  const { t } = useTranslation('settings');
  const lines = useLines();
  const { mutateAsync } = useAct('operators.add', keys.me, keys.operators);
  return (
    <FormDialog
      {...dialog}
      title={t('operators.addTitle')}
      description={t('operators.addLead')}
      confirmLabel={t('operators.addConfirm')}
      failed={t('operators.failed')}
      rule={operatorForm}
      start={{ name: '', photo: '' }}
      send={async (typed) => {
        const { operator, accessKey } = await mutateAsync(typed);
        return () => onAdded({ operatorName: operator.name, accessKey });
      }}
    >
      {({ control }) => (
        <>
          <TextField {...lines.name} control={control} name="name" autoFocus />
          <TextField {...lines.photo} control={control} name="photo" />
        </>
      )}
    </FormDialog>
  );
}
