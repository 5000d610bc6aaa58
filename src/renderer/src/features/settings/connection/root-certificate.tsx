import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { saveFile } from '#renderer/components/save-file.ts';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useFetchAuthority } from '#renderer/rpc/use-connection.ts';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { useLikelyPlatform } from './platform.ts';
import { Snippet } from './snippet.tsx';

type Device = 'windows' | 'mac' | 'ios' | 'android' | 'linux';

/** Name of the file with the root certificate. */
const ROOT_FILE = 'counterbell-root.crt';

const devices: readonly Device[] = ['windows', 'mac', 'ios', 'android', 'linux'];

/** The root of certificates made here, to download, and how each kind of device is told to trust it. */
export function RootCertificate() {
  const { t } = useTranslation('connection');
  const fetched = useFetchAuthority();
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Device>();
  const download = () =>
    fetched.mutate(undefined, {
      onSuccess: ({ certificate }) =>
        saveFile(document, { name: ROOT_FILE, type: 'application/x-x509-ca-cert', text: certificate }),
      onError: (error) => tellTrouble(t('certificate.downloadFailed'), error),
    });
  return (
    <Group title={t('certificate.rootTitle')} lead={t('certificate.rootLead')}>
      <div className="flex flex-col gap-2">
        <Button className="self-start" pending={fetched.isPending} onClick={download}>
          <Download aria-hidden className="size-4" />
          {t('certificate.download')}
        </Button>
        <div role="status" className="text-ui empty:hidden">
          {fetched.data !== undefined && (
            <>
              <p className="text-ink-quiet">{t('certificate.rootFingerprint')}</p>
              <p className="font-mono text-meta leading-[18px] break-all">{fetched.data.fingerprint}</p>
            </>
          )}
        </div>
      </div>
      <Tabs<Device>
        label={t('certificate.trustOn')}
        value={chosen ?? platform}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={devices.map((device) => ({
          value: device,
          label: t(`certificate.trust.${device}.title`),
          panel: <Steps device={device} />,
        }))}
      />
    </Group>
  );
}

function Steps({ device }: { readonly device: Device }) {
  const { t } = useTranslation('connection');
  const { title, steps, command } = {
    windows: {
      title: t('certificate.trust.windows.title'),
      steps: [
        t('certificate.trust.windows.steps.1', { rootFile: ROOT_FILE }),
        t('certificate.trust.windows.steps.2'),
        t('certificate.trust.windows.steps.3'),
        t('certificate.trust.windows.steps.4'),
      ],
    },
    mac: {
      title: t('certificate.trust.mac.title'),
      steps: [
        t('certificate.trust.mac.steps.1', { rootFile: ROOT_FILE }),
        t('certificate.trust.mac.steps.2'),
        t('certificate.trust.mac.steps.3'),
      ],
    },
    ios: {
      title: t('certificate.trust.ios.title'),
      steps: [
        t('certificate.trust.ios.steps.1', { rootFile: ROOT_FILE }),
        t('certificate.trust.ios.steps.2'),
        t('certificate.trust.ios.steps.3'),
      ],
    },
    android: {
      title: t('certificate.trust.android.title'),
      steps: [
        t('certificate.trust.android.steps.1', { rootFile: ROOT_FILE }),
        t('certificate.trust.android.steps.2'),
        t('certificate.trust.android.steps.3'),
      ],
    },
    linux: {
      title: t('certificate.trust.linux.title'),
      steps: [t('certificate.trust.linux.steps.1'), t('certificate.trust.linux.steps.2', { rootFile: ROOT_FILE })],
      command: `sudo cp ${ROOT_FILE} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
    },
  }[device];
  return (
    <div className="flex flex-col gap-2.5 pt-1">
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-ui marker:text-ink-quiet">
        {steps.map((step) => (
          <li key={step} className="ps-1">
            {step}
          </li>
        ))}
      </ol>
      {command !== undefined && (
        <Snippet label={title} text={command} copyLabel={t('copyCommand', { system: title })} />
      )}
    </div>
  );
}
