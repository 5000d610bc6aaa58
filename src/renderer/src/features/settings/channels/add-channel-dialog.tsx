import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { type SyntheticEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { channelForm, endpointOf, type ChannelForm } from './channel-fields.ts';
import { PlainHttpField } from '../parts/plain-http-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { fieldProblem, tellTrouble } from '../parts/trouble.ts';
import { useChannelChanges } from './use-channel-changes.ts';

interface AddChannelDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for a name and, if there is one already, the reply address; then opens the new channel's page. */
export function AddChannelDialog({ open, onOpenChange }: AddChannelDialogProps) {
  const { t } = useTranslation('channels');
  const formId = useId();
  const { create } = useChannelChanges();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('addTitle')}
      description={t('addLead')}
      footer={
        <>
          <DialogClose render={<Button>{t('cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={create.isPending}>
            {t('addConfirm')}
          </Button>
        </>
      }
    >
      <AddChannelForm id={formId} create={create.mutateAsync} onAdded={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface AddChannelFormProps {
  readonly id: string;
  readonly create: ReturnType<typeof useChannelChanges>['create']['mutateAsync'];
  readonly onAdded: () => void;
}

function AddChannelForm({ id, create, onAdded }: AddChannelFormProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const form = useForm<ChannelForm>({
    resolver: zodResolver(channelForm),
    mode: 'onTouched',
    defaultValues: { name: '', endpoint: '', allowPlainHttp: false },
  });

  const add = async ({ name, endpoint, allowPlainHttp }: ChannelForm) => {
    try {
      const channel = await create({ name, endpoint: endpointOf(endpoint), allowPlainHttp });
      onAdded();
      say(t('added', { name: channel.name }));
      navigate(`/settings/channels/${encodeURIComponent(channel.id)}`);
    } catch (error) {
      const problems = (['name', 'endpoint'] as const).map((field) => [field, fieldProblem(error, field)] as const);
      for (const [field, message] of problems) if (message !== undefined) form.setError(field, { message });
      if (problems.every(([, message]) => message === undefined)) tellTrouble(t('failed'), error);
    }
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(add)(event);

  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        placeholder={t('namePlaceholder')}
        autoFocus
      />
      <TextField
        control={form.control}
        name="endpoint"
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        inputMode="url"
        spellCheck={false}
      />
      <PlainHttpField
        endpoint={form.watch('endpoint')}
        allowed={form.watch('allowPlainHttp')}
        onChange={(allowed) => {
          form.setValue('allowPlainHttp', allowed);
          void form.trigger('endpoint');
        }}
      />
    </form>
  );
}
