import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { newOperator, operatorForm, useNameLine, type OperatorForm } from '../operators/operator-form.tsx';
import { RoleField } from '../operators/operator-role.tsx';

interface ColleagueDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onWithKey?: (() => void) | undefined;
  readonly send: (typed: OperatorForm) => Promise<() => void>;
}

/** Asks for the name and role of a new colleague. */
export function ColleagueDialog({ onWithKey, ...dialog }: ColleagueDialogProps) {
  const { t } = useTranslation('team');
  const nameLine = useNameLine();
  return (
    <FormDialog
      {...dialog}
      title={t('joining.colleague.title')}
      description={t('joining.colleague.lead')}
      confirmLabel={t('joining.colleague.confirm')}
      failed={t('joining.failed')}
      rule={operatorForm}
      start={newOperator}
      more={
        onWithKey !== undefined && (
          <Button variant="quiet" className="me-auto" onClick={onWithKey}>
            {t('joining.colleague.withKey')}
          </Button>
        )
      }
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
