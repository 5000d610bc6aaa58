import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { entryWords as words } from './activity-words.ts';

interface EditDialogProps {
  readonly body: string;
  readonly onSend: (body: string) => void;
  readonly onClose: () => void;
}

/** Changes the body of a recorded request before it is sent again. */
export function EditDialog({ body, onSend, onClose }: EditDialogProps) {
  const [typed, setTyped] = useState(body);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.editTitle}
      description={words.editHint}
      className="w-[min(640px,calc(100vw-32px))]"
      footer={
        <>
          <DialogClose render={<Button>{words.cancel}</Button>} />
          <Button variant="primary" onClick={() => onSend(typed)}>
            {words.send}
          </Button>
        </>
      }
    >
      <Field label={words.body}>
        <Textarea value={typed} onValueChange={setTyped} rows={14} className="font-mono text-meta" />
      </Field>
    </Dialog>
  );
}
