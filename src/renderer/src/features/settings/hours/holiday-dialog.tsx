import { useTranslation } from 'react-i18next';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { type Holiday, holiday as holidayRule } from '#shared/domain/working-hours.ts';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { FormDialog, TextField } from '../parts/engine-form.tsx';

interface HolidayDialogProps {
  /** undefined: it is closed */
  readonly holiday: Holiday | 'new' | undefined;
  readonly onClose: () => void;
  readonly onSave: (holiday: Holiday) => void;
  readonly onRemove: (holiday: Holiday) => void;
}

/** Asks for a holiday, or changes one. */
export function HolidayDialog({ holiday, onClose, onSave, onRemove }: HolidayDialogProps) {
  const { t } = useTranslation('settings');
  const known = holiday === 'new' ? undefined : holiday;
  return (
    <FormDialog<Holiday>
      open={holiday !== undefined}
      onClose={onClose}
      title={known === undefined ? t('hours.addHoliday') : t('hours.editHoliday')}
      confirmLabel={known === undefined ? t('hours.addHoliday') : t('hours.saveHoliday')}
      more={
        known !== undefined && (
          <Button className="me-auto" onClick={() => onRemove(known)}>
            {t('hours.removeHoliday')}
          </Button>
        )
      }
      failed={t('hours.failed')}
      rule={holidayRule}
      start={known ?? { name: '', from: '', to: '', yearly: false }}
      send={(typed) => Promise.resolve(() => onSave(typed))}
    >
      {(form) => <HolidayFields form={form} />}
    </FormDialog>
  );
}

function HolidayFields({ form }: { readonly form: UseFormReturn<Holiday> }) {
  const { t } = useTranslation('settings');
  const { errors } = form.formState;
  const [from, to] = form.watch(['from', 'to']);
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: name === 'from' ? from : to,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      form.setValue(name, event.target.value, { shouldValidate: form.formState.isSubmitted }),
  });
  // One day is the usual case: the last day follows the first until it is set.
  const leaveFrom = (): void => {
    if (to === '' || to < from) form.setValue('to', from);
  };
  return (
    <>
      <TextField
        control={form.control}
        name="name"
        label={t('hours.holidayName')}
        placeholder={t('hours.holidayPlaceholder')}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('hours.holidayFrom')} error={errors.from && t('hours.dateNeeded')}>
          <Input {...day('from')} onBlur={leaveFrom} />
        </Field>
        <Field
          label={t('hours.holidayTo')}
          error={errors.to && (to === '' ? t('hours.dateNeeded') : ruleWords(errors.to))}
        >
          <Input {...day('to')} min={from} />
        </Field>
      </div>
      <Checkbox checked={form.watch('yearly')} onCheckedChange={(yearly) => form.setValue('yearly', yearly)}>
        {t('hours.yearly')}
      </Checkbox>
    </>
  );
}
