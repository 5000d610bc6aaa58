import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { PlainHttpField } from '../parts/address-fields.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { channelForm, endpointOf } from './channel-fields.ts';

interface AddChannelDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for a name and, if there is one already, the reply address; then opens the new channel's page. */
export function AddChannelDialog(dialog: AddChannelDialogProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { mutateAsync } = useAct('channels.create', keys.channels);
  return (
    <FormDialog
      {...dialog}
      title={t('addTitle')}
      description={t('addLead')}
      confirmLabel={t('addConfirm')}
      failed={t('failed')}
      rule={channelForm}
      start={{ name: '', endpoint: '', allowPlainHttp: false }}
      send={async (typed) => {
        const { id, name } = await mutateAsync({ ...typed, endpoint: endpointOf(typed.endpoint) });
        return () => {
          say(t('added', { name }));
          navigate(`/settings/channels/${encodeURIComponent(id)}`);
        };
      }}
    >
      {({ control, watch, setValue, trigger }) => (
        <>
          <TextField
            control={control}
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            placeholder={t('namePlaceholder')}
            autoFocus
          />
          <TextField
            control={control}
            name="endpoint"
            label={t('endpoint.text')}
            hint={t('endpointHint')}
            placeholder={'https://shop.example/chat-replies'}
            inputMode="url"
            spellCheck={false}
          />
          <PlainHttpField
            endpoint={watch('endpoint')}
            allowed={watch('allowPlainHttp')}
            onChange={(allowed) => {
              setValue('allowPlainHttp', allowed);
              void trigger('endpoint');
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
