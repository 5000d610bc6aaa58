import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { SavedText } from '../parts/saved-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/text-input.tsx';

const { name } = routes['operators.add'].input.shape;

/** The typed fields of an operator. */
const operatorForm = z.object({ name });

function useNameLine() {
  const { t } = useTranslation('settings');
  return { label: t('operators.name'), hint: t('operators.nameHint'), autoComplete: 'off' } as const;
}

/** An operator's name and photo. */
export function OperatorFields({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation('settings');
  const nameLine = useNameLine();
  const { id: operatorId } = operator;
  const change = useRouteMutation('operators.change', 'operators.me', 'operators.list');
  const setPicture = useRouteMutation('operators.setPicture', 'operators.me', 'operators.list');
  return (
    <>
      <SavedText
        {...nameLine}
        field="name"
        saved={operator.name}
        rule={name}
        save={(value) => change.mutateAsync({ operatorId, name: value })}
      />
      <PictureField
        label={t('operators.photo')}
        hint={t('operators.photoHint')}
        picture={operator.picture}
        linked={operator.photo}
        save={(jpeg) => setPicture.mutateAsync({ operatorId, jpeg })}
      >
        <OperatorAvatar operator={operator} size={56} />
      </PictureField>
    </>
  );
}

interface AddOperatorDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (key: NewKey) => void;
}

/** Asks for a new operator's name. */
export function AddOperatorDialog({ onAdded, ...dialog }: AddOperatorDialogProps) {
  const { t } = useTranslation('settings');
  const nameLine = useNameLine();
  const { mutateAsync } = useRouteMutation('operators.add', 'operators.me', 'operators.list');
  return (
    <FormDialog
      {...dialog}
      title={t('operators.addTitle')}
      description={t('operators.addLead')}
      confirmLabel={t('operators.addConfirm')}
      failed={t('operators.failed')}
      rule={operatorForm}
      start={{ name: '' }}
      send={async (typed) => {
        const { operator, accessKey } = await mutateAsync(typed);
        return () => onAdded({ operatorName: operator.name, accessKey });
      }}
    >
      {({ control }) => <TextField {...nameLine} control={control} name="name" autoFocus />}
    </FormDialog>
  );
}

export interface NewKey {
  readonly operatorName: string;
  readonly accessKey: string;
}

/** Shows a new access key, and the link that signs in with it, only once. */
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

/** The link that signs a browser in with this key. */
function signInLink(origin: string, accessKey: string): string {
  return `${origin}/?key=${encodeURIComponent(accessKey)}`;
}
