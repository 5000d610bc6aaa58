import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { jobWords } from '#renderer/components/job-words.ts';
import { useBackupChanges } from '#renderer/rpc/use-backups.ts';
import { tellTrouble } from '../trouble.ts';
import { dataWords as words } from './data-words.ts';
import { passphraseStrength } from './passphrase-strength.ts';

const SHORTEST = 12;

/** Asks what is to be in a backup, and begins it. */
export function MakeBackupDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.make} description={words.makeLead}>
      <Wish onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Wish({ onDone }: { readonly onDone: () => void }) {
  const [withMedia, setWithMedia] = useState(true);
  const [withSecrets, setWithSecrets] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const { make } = useBackupChanges();
  const isReady = !withSecrets || (passphrase.length >= SHORTEST && passphrase === again);
  const start = (): void =>
    make.mutate(
      { withMedia, ...(withSecrets && { passphrase }) },
      {
        onSuccess: () => {
          say(words.begun);
          onDone();
        },
        onError: (error) => tellTrouble(words.notBegun, error),
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) start();
      }}
    >
      <Checkbox checked={withMedia} onCheckedChange={setWithMedia} hint={words.withMediaHint}>
        {words.withMedia}
      </Checkbox>
      <Checkbox checked={withSecrets} onCheckedChange={setWithSecrets} hint={words.withSecretsHint}>
        {words.withSecrets}
      </Checkbox>
      {withSecrets && (
        <>
          <Field
            label={words.passphrase}
            hint={
              passphrase === ''
                ? words.passphraseHint
                : passphrase.length < SHORTEST
                  ? words.passphraseShort
                  : `${words.strength[passphraseStrength(passphrase)]} ${words.passphraseHint}`
            }
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
          </Field>
          <Field
            label={words.passphraseAgain}
            error={again !== '' && again !== passphrase ? words.passphraseDiffers : undefined}
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={again}
              onChange={(event) => setAgain(event.target.value)}
            />
          </Field>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose render={<Button>{jobWords.cancel}</Button>} />
        <Button type="submit" variant="primary" disabled={!isReady} pending={make.isPending}>
          {words.start}
        </Button>
      </div>
    </form>
  );
}
