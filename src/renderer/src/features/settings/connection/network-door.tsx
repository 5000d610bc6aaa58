import { useTranslation } from 'react-i18next';
import type { ConnectionSettings } from '#shared/contract/connection.ts';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { typed } from './typed-rules.ts';
import { useSaveConnection } from './use-save-connection.ts';

/** The door to the network: its port, and whether it speaks HTTPS with which certificate. */
export function NetworkDoor({ network }: Pick<ConnectionSettings, 'network'>) {
  const { t } = useTranslation('connection');
  const save = useSaveConnection();
  return (
    <>
      <ConnectionText
        name="network.port"
        label={t('door.port')}
        hint={t('door.portHint')}
        inputMode="numeric"
        saved={String(network.port)}
        rule={typed.networkPort}
        changeTo={(port) => ({ network: { port: Number(port) } })}
      />
      <ConnectionSwitch
        name="network.https"
        label={t('door.https')}
        hint={t('door.httpsHint')}
        warning={network.https ? undefined : t('door.httpWarning')}
        checked={network.https}
        changeTo={(https) => ({ network: { https } })}
      />
      {network.https && (
        <ChoiceCards
          label={t('door.certificate')}
          value={network.certificate}
          onChoose={(certificate) =>
            save({
              field: 'network.certificate',
              label: t('door.certificate'),
              before: network.certificate,
              value: certificate,
              changeTo: (value) => ({ network: { certificate: value } }),
            })
          }
          choices={(['made', 'own'] as const).map((value) => ({
            value,
            title: t(`door.certificates.${value}`),
            means: t(`door.certificateHints.${value}`),
          }))}
        />
      )}
    </>
  );
}
