import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { PlainHttpField } from '../parts/address-fields.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';
import { newBotForm } from './bot-fields.ts';
import { botPlace } from './bot-place.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { TokenField } from './token-field.tsx';

interface AddBotDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly channels: readonly Channel[];
  /** those there are already */
  readonly bots: readonly Bot[];
}

/** Asks for what a provider gave, and for the channels; then opens the new bot's page. */
export function AddBotDialog({ channels, bots, ...dialog }: AddBotDialogProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { mutateAsync } = useAct('bots.create', keys.bots);
  return (
    <FormDialog
      {...dialog}
      title={t('bots.addTitle')}
      description={t('bots.addLead')}
      confirmLabel={t('bots.addConfirm')}
      failed={t('bots.failed')}
      rule={newBotForm}
      start={{ name: '', endpoint: '', allowPlainHttp: false, token: '', channelIds: channels.map(({ id }) => id) }}
      send={async (typed) => {
        const { id, name } = await mutateAsync(typed);
        return () => {
          say(t('bots.added', { name }));
          navigate(botPlace(id));
        };
      }}
    >
      {({ control, watch, setValue, trigger }) => (
        <>
          <TextField
            control={control}
            name="name"
            label={t('bots.name')}
            hint={t('bots.nameHint')}
            placeholder={t('bots.namePlaceholder')}
            autoFocus
          />
          <TextField
            control={control}
            name="endpoint"
            label={t('bots.endpoint')}
            hint={t('bots.endpointHint')}
            placeholder={t('bots.endpointPlaceholder')}
            inputMode="url"
            spellCheck={false}
          />
          <PlainHttpField
            endpoint={watch('endpoint')}
            allowed={watch('allowPlainHttp')}
            allowHint={t('bots.allowPlainHttpHint')}
            allowWarning={t('bots.allowPlainHttpWarning')}
            onChange={(allowed) => {
              setValue('allowPlainHttp', allowed);
              void trigger('endpoint');
            }}
          />
          <TokenField
            control={control}
            name="token"
            label={t('bots.botAccess.token')}
            hint={t('bots.botAccess.tokenNewHint')}
          />
          <div className="flex flex-col gap-1.5">
            <p className="text-ui font-medium">{t('bots.channels')}</p>
            <ChannelChoice
              channels={channels}
              bots={bots}
              botId={undefined}
              chosen={watch('channelIds')}
              onChange={(channelIds) => setValue('channelIds', channelIds)}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
