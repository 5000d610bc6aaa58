import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { saveFile } from '#renderer/components/save-file.ts';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useFetchAuthority } from '#renderer/rpc/use-connection.ts';
import { Group } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { snippetWords } from './connection-words.ts';
import { type Device, certificateWords, ROOT_FILE, trustWords } from './certificate-words.ts';
import { useLikelyPlatform } from './platform.ts';
import { Snippet } from './snippet.tsx';

const devices: readonly Device[] = ['windows', 'mac', 'ios', 'android', 'linux'];

/** The root of certificates made here, to download, and how each kind of device is told to trust it. */
export function RootCertificate() {
  const fetched = useFetchAuthority();
  const platform = useLikelyPlatform();
  const [chosen, setChosen] = useState<Device>();
  const download = () =>
    fetched.mutate(undefined, {
      onSuccess: ({ certificate }) =>
        saveFile(document, { name: ROOT_FILE, type: 'application/x-x509-ca-cert', text: certificate }),
      onError: (error) => tellTrouble(certificateWords.downloadFailed, error),
    });
  return (
    <Group title={certificateWords.rootTitle} lead={certificateWords.rootLead}>
      <div className="flex flex-col gap-2">
        <Button className="self-start" pending={fetched.isPending} onClick={download}>
          <Download aria-hidden className="size-4" />
          {certificateWords.download}
        </Button>
        <div role="status" className="text-ui empty:hidden">
          {fetched.data !== undefined && (
            <>
              <p className="text-ink-quiet">{certificateWords.rootFingerprint}</p>
              <p className="font-mono text-meta leading-[18px] break-all">{fetched.data.fingerprint}</p>
            </>
          )}
        </div>
      </div>
      <Tabs<Device>
        label={certificateWords.trustOn}
        value={chosen ?? platform}
        onValueChange={setChosen}
        listClassName="flex-wrap"
        tabs={devices.map((device) => ({
          value: device,
          label: trustWords[device].title,
          panel: <Steps device={device} />,
        }))}
      />
    </Group>
  );
}

function Steps({ device }: { readonly device: Device }) {
  const { title, steps, command } = trustWords[device];
  return (
    <div className="flex flex-col gap-2.5 pt-1">
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-ui marker:text-ink-quiet">
        {steps.map((step) => (
          <li key={step} className="ps-1">
            {step}
          </li>
        ))}
      </ol>
      {command !== undefined && <Snippet label={title} text={command} copyLabel={snippetWords.copyCommand(title)} />}
    </div>
  );
}
