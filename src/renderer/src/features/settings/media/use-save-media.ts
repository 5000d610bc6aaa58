import { useTranslation } from 'react-i18next';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useChangeMediaSettings } from '#renderer/rpc/use-media-settings.ts';
import type { MediaSettings } from '#shared/contract/media.ts';
import { saveOnLeave } from '../save-on-leave.ts';

interface Choice<Field extends keyof MediaSettings> {
  readonly field: Field;
  /** its name on the screen */
  readonly label: string;
  readonly before: MediaSettings[Field];
  readonly value: MediaSettings[Field];
}

/** Saves one choice about media, says so, and offers to take it back. */
export function useSaveMedia(): <Field extends keyof MediaSettings>(choice: Choice<Field>) => void {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeMediaSettings();
  return (choice) =>
    void saveOnLeave({
      ...choice,
      save: (value) => mutateAsync({ [choice.field]: value }),
      onProblem: (problem) => sayTrouble(t('notSaved', { field: choice.label }), problem),
    });
}
