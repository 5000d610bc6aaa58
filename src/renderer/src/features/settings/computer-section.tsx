import type { DesktopAround, DesktopStatus } from '#shared/contract/desktop.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { ComputerNotifications } from './computer-notifications.tsx';
import { ComputerPresence } from './computer-presence.tsx';
import { ComputerSwitch } from './computer-switch.tsx';
import { ComputerUpdates } from './computer-updates.tsx';
import { closeToTrayWords, computerWords, startHiddenWords } from './computer-words.ts';
import { Notice } from './notice.tsx';
import { FieldsSkeleton, NotLoaded } from './query-states.tsx';
import { Group, Section } from './section.tsx';
import { words } from './words.ts';

/** How the desktop app lives on this computer; there is no such page in a browser. */
export function ComputerSection() {
  const desktop = useDesktop();
  const status = useDesktopStatus();
  return (
    <Section title={words.sections.computer} lead={computerWords.lead}>
      {desktop !== undefined && status.data !== undefined ? (
        <Computer desktop={desktop} status={status.data} />
      ) : status.isError ? (
        <NotLoaded onRetry={() => void status.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </Section>
  );
}

interface ComputerProps {
  readonly desktop: DesktopAround;
  readonly status: DesktopStatus;
}

function Computer({ desktop, status }: ComputerProps) {
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
      <Group title={computerWords.help} lead={computerWords.diagnosticsHint}>
        <CopyButton
          text={() => desktop.call('diagnostics')}
          label={computerWords.diagnostics}
          caption={computerWords.diagnostics}
          className="self-start"
        />
      </Group>
    </>
  );
}

function Start({ status }: Pick<ComputerProps, 'status'>) {
  const { startAtLogin, startHidden, closeToTray } = status.preferences;
  return (
    <Group title={computerWords.start}>
      <ComputerSwitch
        name="startAtLogin"
        label={computerWords.startAtLogin}
        hint={computerWords.startAtLoginHint}
        checked={startAtLogin}
        changeTo={(on) => ({ startAtLogin: on })}
      />
      <ComputerSwitch
        name="startHidden"
        label={computerWords.startHidden}
        hint={startHiddenWords(status)}
        checked={startHidden}
        disabled={!startAtLogin}
        changeTo={(on) => ({ startHidden: on })}
      />
      <ComputerSwitch
        name="closeToTray"
        label={computerWords.closeToTray}
        hint={closeToTrayWords(status)}
        checked={closeToTray}
        changeTo={(on) => ({ closeToTray: on })}
      />
    </Group>
  );
}

function Vault({ vault }: Pick<DesktopStatus, 'vault'>) {
  return (
    <Group title={computerWords.vault} lead={computerWords.vaultLead}>
      <p className="text-ui">{computerWords.vaultBackend(vault.backend)}</p>
      {vault.weak && (
        <Notice tone="attention" title={computerWords.vaultWeak}>
          <p>{computerWords.vaultWeakMore}</p>
        </Notice>
      )}
    </Group>
  );
}
