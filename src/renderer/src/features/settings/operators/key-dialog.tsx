import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { operatorsWords as words } from './operators-words.ts';
import { signInLink } from './sign-in-link.ts';

export interface NewKey {
  readonly operatorName: string;
  readonly accessKey: string;
}

/** Shows a new access key, and the link that signs in with it, this once. */
export function KeyDialog({ newKey, onClose }: { readonly newKey: NewKey | undefined; readonly onClose: () => void }) {
  const isDesktop = useDesktop() !== undefined;
  return (
    <Dialog
      open={newKey !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={words.keyTitle(newKey?.operatorName ?? '')}
      description={words.keyLead}
      footer={<DialogClose render={<Button variant="primary">{words.done}</Button>} />}
    >
      {newKey !== undefined && (
        <div className="flex flex-col gap-4">
          {isDesktop ? (
            <p className="rounded-control bg-sunken px-3 py-2 text-ui">{words.onDesktop}</p>
          ) : (
            <Shown
              label={words.link}
              hint={words.linkHint}
              copyLabel={words.copyLink}
              text={signInLink(window.location.origin, newKey.accessKey)}
            />
          )}
          <Shown label={words.key} hint={words.keyHint} copyLabel={words.copyKey} text={newKey.accessKey} />
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
