import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { doorWords } from './connection-words.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { typed } from './typed-rules.ts';
import { useSaveConnection } from './use-save-connection.ts';

/** The door to the network: its port, and whether it speaks HTTPS with which certificate. */
export function NetworkDoor({ network }: Pick<ConnectionSettings, 'network'>) {
  const save = useSaveConnection();
  return (
    <>
      <ConnectionText
        name="network.port"
        label={doorWords.port}
        hint={doorWords.portHint}
        inputMode="numeric"
        saved={String(network.port)}
        rule={typed.networkPort}
        changeTo={(port) => ({ network: { port: Number(port) } })}
      />
      <ConnectionSwitch
        name="network.https"
        label={doorWords.https}
        hint={doorWords.httpsHint}
        warning={network.https ? undefined : doorWords.httpWarning}
        checked={network.https}
        changeTo={(https) => ({ network: { https } })}
      />
      {network.https && (
        <ChoiceCards
          label={doorWords.certificate}
          value={network.certificate}
          onChoose={(certificate) =>
            save({
              field: 'network.certificate',
              label: doorWords.certificate,
              before: network.certificate,
              value: certificate,
              changeTo: (value) => ({ network: { certificate: value } }),
            })
          }
          choices={(['made', 'own'] as const).map((value) => ({
            value,
            title: doorWords.certificates[value],
            means: doorWords.certificateHints[value],
          }))}
        />
      )}
    </>
  );
}
