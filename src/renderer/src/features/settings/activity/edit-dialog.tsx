import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';

interface EditDialogProps {
  readonly body: string;
  readonly onSend: (body: string) => void;
  readonly onClose: () => void;
}

/** Changes the body of a recorded request before it is sent again. */
export function EditDialog({ body, onSend, onClose }: EditDialogProps) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(body);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('activity.entry.editTitle')}
      description={t('activity.entry.editHint')}
      className="w-[min(640px,calc(100vw-32px))]"
      footer={
        <>
          <DialogClose render={<Button>{t('activity.entry.cancel')}</Button>} />
          <Button variant="primary" onClick={() => onSend(typed)}>
            {t('activity.entry.send')}
          </Button>
        </>
      }
    >
      <Field label={t('activity.entry.body')}>
        <Textarea value={typed} onValueChange={setTyped} rows={14} className="font-mono text-meta" />
      </Field>
    </Dialog>
  );
}
