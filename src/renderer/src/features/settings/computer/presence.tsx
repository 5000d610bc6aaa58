import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { desktopPreferencesChange, type DesktopPreferences } from '#shared/contract/desktop.ts';
import { useChangeDesktop } from '#renderer/rpc/use-desktop.ts';
import { ComputerSwitch } from './switch.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';
import { TextField } from '../parts/text-field.tsx';
import { typedNumber } from '../parts/typed-number.ts';

const awayForm = z.object({ awayAfterMinutes: typedNumber(desktopPreferencesChange.shape.awayAfterMinutes.unwrap()) });
type AwayForm = z.infer<typeof awayForm>;

/** When the operator counts as away, and whether the computer may sleep meanwhile. */
export function ComputerPresence({ preferences }: { readonly preferences: DesktopPreferences }) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  const saved: AwayForm = { awayAfterMinutes: String(preferences.awayAfterMinutes) };
  const form = useForm<AwayForm>({
    resolver: zodResolver(awayForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });

  const leave = async () => {
    if (!(await form.trigger('awayAfterMinutes'))) return;
    const typed = String(Number(form.getValues('awayAfterMinutes')));
    form.setValue('awayAfterMinutes', typed);
    await saveOnLeave({
      field: 'awayAfterMinutes',
      label: t('computer.awayAfter'),
      before: saved.awayAfterMinutes,
      value: typed,
      save: (value) =>
        change
          .mutateAsync({ awayAfterMinutes: Number(value) })
          .then(() => form.resetField('awayAfterMinutes', { defaultValue: value })),
      onProblem: (message) => form.setError('awayAfterMinutes', { message }),
    });
  };

  return (
    <Group title={t('computer.presence')}>
      <TextField
        control={form.control}
        name="awayAfterMinutes"
        label={t('computer.awayAfter')}
        hint={t('computer.awayAfterHint')}
        inputMode="numeric"
        short
        aside={t('computer.minutes')}
        onLeave={() => void leave()}
      />
      <ComputerSwitch
        name="keepAwake"
        label={t('computer.keepAwake')}
        hint={t('computer.keepAwakeHint')}
        checked={preferences.keepAwake}
        changeTo={(on) => ({ keepAwake: on })}
      />
    </Group>
  );
}
