import { useTranslation } from 'react-i18next';
import { ChevronRight, Plus, Radio } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { CardList } from '#renderer/components/card-list.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { Loaded, Section } from '../parts/section.tsx';
import { ChannelStateChip, channelForm, endpointOf, type ListedChannel } from './channel-fields.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { PlainHttpField } from '../parts/address-fields.tsx';
import { FormDialog, TextField } from '../parts/engine-form.tsx';

/** All channels, and a way to add one. */
export function ChannelsSection() {
  const { t } = useTranslation(['channels', 'settings']);
  const channels = useChannels({ countedAnew: true });
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {t('add')}
    </Button>
  );
  const some = channels.data !== undefined && channels.data.length > 0;
  return (
    <Section title={t('settings:sections.channels')} lead={t('lead')} action={some ? add : undefined}>
      <Loaded of={channels}>
        {(list) =>
          some ? (
            <CardList items={list}>{(channel) => <ChannelRow channel={channel} />}</CardList>
          ) : (
            <EmptyState icon={<Radio />} title={t('emptyTitle')} action={add} className="my-10">
              {t('empty')}
            </EmptyState>
          )
        }
      </Loaded>
      <AddChannelDialog open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function ChannelRow({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('channels');
  return (
    <Link
      href={`/settings/channels/${encodeURIComponent(channel.id)}`}
      className="flex min-h-16 items-center gap-3 px-4 py-2.5 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-message font-medium">{channel.name}</span>
        <span className="block truncate text-meta text-ink-quiet">
          {channel.publicId} · {t('openChats', { count: channel.openChats })}
        </span>
      </span>
      <ChannelStateChip channel={channel} />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
    </Link>
  );
}

interface AddChannelDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for a name and, if there is one already, the reply address; then opens the new channel's page. */
function AddChannelDialog(dialog: AddChannelDialogProps) {
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
