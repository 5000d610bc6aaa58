import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';

export interface NewKey {
  readonly operatorName: string;
  readonly accessKey: string;
}

/** Shows a new access key, and the link that signs in with it, this once. */
export function KeyDialog({ newKey, onClose }: { readonly newKey: NewKey | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const isDesktop = useDesktop() !== undefined;
  return (
    <Dialog
      open={newKey !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('operators.keyTitle', { operatorName: newKey?.operatorName ?? '' })}
      description={t('operators.keyLead')}
      footer={<DialogClose render={<Button variant="primary">{t('operators.done')}</Button>} />}
    >
      {newKey !== undefined && (
        <div className="flex flex-col gap-4">
          {isDesktop ? (
            <p className="rounded-control bg-sunken px-3 py-2 text-ui">{t('operators.onDesktop')}</p>
          ) : (
            <Shown
              label={t('operators.link')}
              hint={t('operators.linkHint')}
              copyLabel={t('operators.copyLink')}
              text={signInLink(window.location.origin, newKey.accessKey)}
            />
          )}
          <Shown
            label={t('operators.key')}
            hint={t('operators.keyHint')}
            copyLabel={t('operators.copyKey')}
            text={newKey.accessKey}
          />
        </div>
      )}
    </Dialog>
  );
}

interface ShownProps {
  readonly label: string;
  readonly hint: string;
  readonly copyLabel: string;
  readonly text: string;
}

function Shown({ label, hint, copyLabel, text }: ShownProps) {
  return (
    <Field label={label} hint={hint}>
      <div className="flex items-start gap-2">
        <Input
          readOnly
          value={text}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="font-mono"
        />
        <CopyButton text={text} label={copyLabel} />
      </div>
    </Field>
  );
}

/** Where a browser is signed in with this key at once. */
function signInLink(origin: string, accessKey: string): string {
  return `${origin}/?key=${encodeURIComponent(accessKey)}`;
}
