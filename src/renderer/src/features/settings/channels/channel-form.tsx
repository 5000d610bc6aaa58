import { useTranslation } from 'react-i18next';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { SavedText } from '../parts/saved-field.tsx';
import { SavedSelect } from '../parts/saved-select.tsx';
import { endpointOf, replyAddressProblem } from './channel-fields.ts';

/** What can be changed about a channel; each field is saved as one leaves it. */
export function ChannelFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  const change = (input: Partial<Omit<Channel, 'id'>>) => mutateAsync({ channelId: channel.id, ...input });
  return (
    <div className="flex flex-col gap-5">
      <SavedText
        field="name"
        label={t('name')}
        hint={t('nameHint')}
        saved={channel.name}
        rule={channelFields.name}
        save={(name) => change({ name })}
      />
      <AddressFields
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        saved={{ endpoint: channel.endpoint ?? '', allowPlainHttp: channel.allowPlainHttp }}
        problemOf={replyAddressProblem}
        save={({ endpoint, allowPlainHttp }) => change({ endpoint: endpointOf(endpoint), allowPlainHttp })}
      />
      <Advanced label={t('advanced')}>
        <SavedSelect
          field="framing"
          label={t('framing')}
          hint={t('framingHint')}
          saved={channel.framing}
          choices={[
            { value: 'length', label: t('framings.length') },
            { value: 'chunked', label: t('framings.chunked') },
          ]}
          save={(framing) => change({ framing })}
        />
      </Advanced>
    </div>
  );
}

/** What few need, behind a line that opens. */
function Advanced({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {label}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-2">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
