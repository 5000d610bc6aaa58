import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useOperatorChanges } from '#renderer/rpc/use-operators.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';
import { operatorForm, type OperatorForm } from './operator-form.ts';

/** Name and picture of an operator. */
export function OperatorFields({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation('settings');
  const { change } = useOperatorChanges();
  const saved: OperatorForm = { name: operator.name, photo: operator.photo ?? '' };
  const form = useForm<OperatorForm>({
    resolver: zodResolver(operatorForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });

  const leave = async (field: keyof OperatorForm): Promise<void> => {
    const typed = operatorForm.shape[field].safeParse(form.getValues(field));
    if (!typed.success) return;
    form.setValue(field, typed.data);
    await saveOnLeave({
      field,
      label: t(`operators.${field}`),
      before: saved[field],
      value: typed.data,
      save: async (value) => {
        await change.mutateAsync({ operatorId: operator.id, [field]: value });
        form.resetField(field, { defaultValue: value });
      },
      onProblem: (message) => form.setError(field, { message }),
    });
  };
  return (
    <>
      <TextField
        control={form.control}
        name="name"
        label={t('operators.name')}
        hint={t('operators.nameHint')}
        autoComplete="off"
        onLeave={() => void leave('name')}
      />
      <TextField
        control={form.control}
        name="photo"
        label={t('operators.photo')}
        hint={t('operators.photoHint')}
        placeholder={'https://'}
        inputMode="url"
        spellCheck={false}
        onLeave={() => void leave('photo')}
      />
    </>
  );
}
