import { useTranslation } from 'react-i18next';
import { desktopPreferencesChange, type DesktopPreferences } from '#shared/contract/desktop.ts';
import { useChangeDesktop } from '#renderer/rpc/use-desktop.ts';
import { SavedNumber, SavedSwitch } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

/** When the operator counts as away, and whether the computer may sleep meanwhile. */
export function ComputerPresence({ preferences }: { readonly preferences: DesktopPreferences }) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  return (
    <Group title={t('computer.presence')}>
      <SavedNumber
        field="awayAfterMinutes"
        label={t('computer.awayAfter')}
        hint={t('computer.awayAfterHint')}
        aside={t('computer.minutes')}
        saved={preferences.awayAfterMinutes}
        rule={desktopPreferencesChange.shape.awayAfterMinutes.unwrap()}
        save={(awayAfterMinutes) => change.mutateAsync({ awayAfterMinutes })}
      />
      <SavedSwitch
        field="keepAwake"
        label={t('computer.keepAwake')}
        hint={t('computer.keepAwakeHint')}
        saved={preferences.keepAwake}
        save={(on) => change.mutateAsync({ keepAwake: on })}
      />
    </Group>
  );
}
