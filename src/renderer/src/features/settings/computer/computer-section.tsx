import { useTranslation } from 'react-i18next';
import { phraseWords } from '#renderer/language/phrases.ts';
import type { DesktopAround, DesktopStatus } from '#shared/contract/desktop.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useChangeDesktop, useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { ComputerNotifications } from './notifications.tsx';
import { ComputerPresence } from './presence.tsx';
import { SavedSwitch } from '../parts/saved-field.tsx';
import { ComputerUpdates } from './updates.tsx';
import { closeToTrayWords, startHiddenWords } from './status-text.ts';
import { Notice } from '../parts/notice.tsx';
import { Loaded } from '../parts/query-states.tsx';
import { Group, Section } from '../parts/section.tsx';

/** How the desktop app lives on this computer; there is no such page in a browser. */
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

interface ComputerProps {
  readonly desktop: DesktopAround;
  readonly status: DesktopStatus;
}

function Computer({ desktop, status }: ComputerProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Start status={status} />
      <ComputerNotifications
        desktop={desktop}
        preferences={status.preferences}
        hasSystemSettings={status.hasSystemSettings}
      />
      <ComputerPresence preferences={status.preferences} />
      <ComputerUpdates status={status} />
      <Vault vault={status.vault} />
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

function Start({ status }: Pick<ComputerProps, 'status'>) {
  const { t } = useTranslation('settings');
  const change = useChangeDesktop();
  const { startAtLogin, startHidden, closeToTray } = status.preferences;
  return (
    <Group title={t('computer.start')}>
      <SavedSwitch
        field="startAtLogin"
        label={t('computer.startAtLogin')}
        hint={t('computer.startAtLoginHint')}
        saved={startAtLogin}
        save={(on) => change.mutateAsync({ startAtLogin: on })}
      />
      <SavedSwitch
        field="startHidden"
        label={t('computer.startHidden.text')}
        hint={startHiddenWords(status)}
        saved={startHidden}
        disabled={!startAtLogin}
        save={(on) => change.mutateAsync({ startHidden: on })}
      />
      <SavedSwitch
        field="closeToTray"
        label={t('computer.closeToTray.text')}
        hint={closeToTrayWords(status)}
        saved={closeToTray}
        save={(on) => change.mutateAsync({ closeToTray: on })}
      />
    </Group>
  );
}

function Vault({ vault }: Pick<DesktopStatus, 'vault'>) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('computer.vault')} lead={t('computer.vaultLead')}>
      <p className="text-ui">{t('computer.vaultBackend', { backend: phraseWords(vault.backend) })}</p>
      {vault.weak && (
        <Notice tone="attention" title={t('computer.vaultWeak')}>
          <p>{t('computer.vaultWeakMore')}</p>
        </Notice>
      )}
    </Group>
  );
}
