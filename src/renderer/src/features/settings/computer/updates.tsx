import { useTranslation } from 'react-i18next';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import { Button } from '#renderer/components/button.tsx';
import { useTicking } from '#renderer/components/time.tsx';
import { useChangeDesktop, useCheckForUpdates } from '#renderer/rpc/use-desktop.ts';
import { SavedSwitch } from '../parts/saved-field.tsx';
import { updateWords } from './status-text.ts';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';

/** Which version this is, whether a newer one waits, and what is new in it. */
export function ComputerUpdates({ status }: { readonly status: DesktopStatus }) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  const { update, version, preferences } = status;
  const check = useCheckForUpdates();
  const isChecking = update.state === 'checking' || check.isPending;
  const said = useTicking((now) => updateWords(update, { version, looks: preferences.checkForUpdates, now }));
  return (
    <Group title={t('computer.updates')}>
      <SavedSwitch
        field="checkForUpdates"
        label={t('computer.checkForUpdates')}
        hint={t('computer.checkForUpdatesHint')}
        saved={preferences.checkForUpdates}
        save={(on) => change.mutateAsync({ checkForUpdates: on })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="tabular min-w-0 flex-1 basis-64 text-ui wrap-anywhere">
          {said}
        </p>
        {update.state !== 'off' && update.state !== 'ready' && (
          <Button
            pending={isChecking}
            onClick={() =>
              check.mutate(undefined, { onError: (error) => tellTrouble(t('computer.checkFailed'), error) })
            }
          >
            {t('computer.checkNow')}
          </Button>
        )}
      </div>
      {update.state === 'ready' && update.notes !== undefined && (
        <section aria-label={t('computer.whatIsNew', { version: update.version })} className="flex flex-col gap-1.5">
          <h4 className="text-ui font-medium">{t('computer.whatIsNew', { version: update.version })}</h4>
          <p
            tabIndex={0}
            className="max-h-56 overflow-y-auto rounded-control border bg-sunken px-3 py-2 text-ui wrap-anywhere whitespace-pre-wrap"
          >
            {update.notes}
          </p>
        </section>
      )}
    </Group>
  );
}
