import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Textarea } from '#renderer/components/text-input.tsx';
import { errorNotifier, notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';

/** Characters of an invitation. */
const LONGEST = 300;

interface InviteDialogProps {
  /** undefined: closed */
  readonly visitorId: string | undefined;
  /** the visitor is still on the website */
  readonly isThere: boolean;
  readonly onClose: () => void;
}

/** Writes a text that a visitor sees beside the button on the page; it is kept for the next one until it is shown. */
export function InviteDialog({ visitorId, isThere, onClose }: InviteDialogProps) {
  const { t } = useTranslation('website');
  const [text, setText] = useState('');
  const inviting = useRouteMutation('visitors.invite');
  const said = text.trim();
  const invite = (event?: SyntheticEvent): void => {
    event?.preventDefault();
    if (visitorId === undefined || said === '' || !isThere || inviting.isPending) return;
    inviting.mutate(
      { visitorId, text: said },
      {
        onSuccess: () => {
          setText('');
          notify(t('visitors.shown'));
          onClose();
        },
        onError: errorNotifier(t('visitors.notShown')),
      },
    );
  };
  const hasLeft = visitorId !== undefined && !isThere;
  return (
    <Dialog
      open={visitorId !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('visitors.inviteTitle')}
      description={t('visitors.inviteLead')}
      footer={
        <>
          <Button onClick={onClose}>{t('visitors.cancel')}</Button>
          <Button
            variant="primary"
            pending={inviting.isPending}
            disabled={said === '' || hasLeft}
            onClick={() => invite()}
          >
            {t('visitors.show')}
          </Button>
        </>
      }
    >
      <form onSubmit={invite}>
        <Field label={t('visitors.text')} error={hasLeft ? t('visitors.gone') : undefined}>
          <Textarea
            isProse
            rows={3}
            maxLength={LONGEST}
            placeholder={t('visitors.placeholder')}
            value={text}
            onValueChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) invite(event);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
