import { useTranslation } from 'react-i18next';
import { lazy } from '#renderer/components/lazy.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import {
  desktopPreferencesChange,
  type DesktopApi,
  type DesktopStatus,
  type DesktopPreferences,
} from '#shared/contract/desktop.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useChangeDesktop, useCheckForUpdates, useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { fieldsOf, SavedNumber, SavedSwitch } from '#renderer/components/saved-fields.tsx';
import { closeToTrayText, startAtLoginText, updateText } from './status-text.ts';
import { Notice, Loaded, Group, Section } from '../parts/section.tsx';
import { Button } from '#renderer/components/button.tsx';
import { useNow } from '#renderer/components/dates.tsx';
import { useAction } from '#renderer/components/actions.tsx';

const SeatGroup = lazy(async () => (await import('./seat-group.tsx')).SeatGroup);

/** The desktop app's settings on this computer; not available in browsers. */
export function ComputerSection() {
  const { t } = useTranslation('settings');
  const desktop = useDesktop();
  return (
    <Section title={t('sections.computer')} lead={t('computer.lead')}>
      <Loaded of={useDesktopStatus()}>
        {(status) => desktop !== undefined && <Computer desktop={desktop} status={status} />}
      </Loaded>
    </Section>
  );
}

function Computer({ desktop, status }: { readonly desktop: DesktopApi; readonly status: DesktopStatus }) {
  const { t } = useTranslation('settings');
  const { preferences, seat, vault } = status;
  const of = useDesktopFields(preferences);
  return (
    <>
      {seat !== undefined && <SeatGroup desktop={desktop} seat={seat} />}
      <Group title={t('computer.start')}>
        <SavedSwitch {...of('startAtLogin')} label={t('computer.startAtLogin.text')} hint={startAtLoginText(status)} />
        <SavedSwitch {...of('closeToTray')} label={t('computer.closeToTray.text')} hint={closeToTrayText(status)} />
      </Group>
      <Group title={t('computer.presence')}>
        <SavedNumber {...of('awayAfterMinutes')} aside={t('computer.minutes')} />
        <SavedSwitch {...of('keepAwake')} {...(seat !== undefined && { hint: t('computer.keepAwakeSeat') })} />
      </Group>
      <Group title={t('computer.updates')}>
        <ComputerUpdates status={status} />
      </Group>
      <Group title={t('computer.vault')} lead={t(seat === undefined ? 'computer.vaultLead' : 'computer.vaultSeat')}>
        <p className="text-ui">{t('computer.vaultBackend', { backend: formatPhrase(vault.backend) })}</p>
        {vault.weak && (
          <Notice tone="attention" title={t('computer.vaultWeak')}>
            {t('computer.vaultWeakMore')}
          </Notice>
        )}
      </Group>
      <Group title={t('computer.help')} lead={t('computer.diagnosticsHint')}>
        <CopyButton
          text={() => desktop.call('diagnostics')}
          label={t('computer.diagnostics')}
          caption={t('computer.diagnostics')}
          className="self-start"
        />
      </Group>
    </>
  );
}

/** The language is set elsewhere and may be unset. */
function useDesktopFields(preferences: Omit<DesktopPreferences, 'language'>) {
  const { mutateAsync } = useChangeDesktop();
  return fieldsOf(preferences, mutateAsync, { texts: 'settings:computer.', rules: desktopPreferencesChange.shape });
}

export function ComputerUpdates({ status }: { readonly status: DesktopStatus }) {
  const { t } = useTranslation('settings');
  const { update, version, preferences } = status;
  const of = useDesktopFields(preferences);
  const check = useCheckForUpdates();
  const { run } = useAction(t('computer.checkFailed'));
  const isChecking = update.state === 'checking' || check.isPending;
  const text = useNow((now) => updateText(update, { version, now }));
  const isUnsupported = update.state === 'unsupported';
  const checks = <SavedSwitch {...of('checkForUpdates')} unavailable={isUnsupported ? text : undefined} />;
  if (isUnsupported) return checks;
  return (
    <>
      {checks}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="tabular min-w-0 flex-1 basis-64 text-ui wrap-anywhere">
          {text}
        </p>
        {update.state !== 'off' && update.state !== 'ready' && (
          <Button pending={isChecking} onClick={() => void run(() => check.mutateAsync())}>
            {t('computer.checkNow')}
          </Button>
        )}
      </div>
      {update.state === 'ready' && update.notes !== undefined && (
        <section aria-label={t('computer.whatIsNew', { version: update.version })} className="flex flex-col gap-1.5">
          <p className="text-ui font-medium">{t('computer.whatIsNew', { version: update.version })}</p>
          <p
            tabIndex={0}
            className="max-h-56 overflow-y-auto rounded-control border bg-sunken px-3 py-2 text-ui wrap-anywhere whitespace-pre-wrap"
          >
            {update.notes}
          </p>
        </section>
      )}
    </>
  );
}
