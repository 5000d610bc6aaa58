import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useBackupChanges } from '#renderer/rpc/use-backups.ts';
import { tellTrouble } from '../parts/trouble.ts';

/** Letters of each kind that a guesser has to try. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
] as const;
const SHORTEST = 12;

/** Asks what is to be in a backup, and begins it. */
export function MakeBackupDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('data.make')} description={t('data.makeLead')}>
      <Wish onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Wish({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
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
          say(t('data.begun'));
          onDone();
        },
        onError: (error) => tellTrouble(t('data.notBegun'), error),
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
      <Checkbox checked={withMedia} onCheckedChange={setWithMedia} hint={t('data.withMediaHint')}>
        {t('data.withMedia')}
      </Checkbox>
      <Checkbox checked={withSecrets} onCheckedChange={setWithSecrets} hint={t('data.withSecretsHint')}>
        {t('data.withSecrets')}
      </Checkbox>
      {withSecrets && (
        <>
          <Field
            label={t('data.passphrase')}
            hint={
              passphrase === ''
                ? t('data.passphraseHint')
                : passphrase.length < SHORTEST
                  ? t('data.passphraseShort')
                  : `${t(`data.strength.${passphraseStrength(passphrase)}`)} ${t('data.passphraseHint')}`
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
            label={t('data.passphraseAgain')}
            error={again !== '' && again !== passphrase ? t('data.passphraseDiffers') : undefined}
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
        <DialogClose render={<Button>{t('common:jobs.cancel')}</Button>} />
        <Button type="submit" variant="primary" disabled={!isReady} pending={make.isPending}>
          {t('data.start')}
        </Button>
      </div>
    </form>
  );
}

/** How hard it is to guess, roughly: from how long and how varied it is. */
export function passphraseStrength(passphrase: string): 'weak' | 'fair' | 'good' {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(passphrase) ? size : 0), 0);
  const different = new Set(passphrase.toLowerCase()).size;
  // What is said twice is hardly more to guess.
  const bits =
    Math.min(passphrase.length, different * 3) * Math.log2(Math.max(2, alphabet)) * (different < 6 ? 0.4 : 1);
  // Words have about half of what random letters have.
  if (bits / 2 < 37) return 'weak';
  return bits / 2 < 55 ? 'fair' : 'good';
}
