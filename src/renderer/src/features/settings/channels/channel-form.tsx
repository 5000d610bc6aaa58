import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { Channel } from '#shared/domain/entities.ts';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { channelForm, endpointOf, typedOf, type ChannelForm } from './channel-fields.ts';
import { PlainHttpField } from '../parts/plain-http-field.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { TextField } from '../parts/text-field.tsx';
import { useChannelChanges } from './use-channel-changes.ts';

/** What can be changed about a channel; each field is saved as one leaves it. */
export function ChannelFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { update } = useChannelChanges();
  const saved = typedOf(channel);
  const form = useForm<ChannelForm>({
    resolver: zodResolver(channelForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const change = (input: Partial<Omit<Channel, 'id'>>) => update.mutateAsync({ channelId: channel.id, ...input });

  const leaveName = async () => {
    if (!(await form.trigger('name'))) return;
    form.setValue('name', form.getValues('name').trim());
    await saveOnLeave({
      field: 'name',
      label: t('name'),
      before: saved.name,
      value: form.getValues('name'),
      save: (name) => change({ name }).then(() => form.resetField('name', { defaultValue: name })),
      onProblem: (message) => form.setError('name', { message }),
    });
  };

  const saveEndpoint = async (allowPlainHttp: boolean) => {
    if (!(await form.trigger('endpoint'))) return;
    form.setValue('endpoint', form.getValues('endpoint').trim());
    await saveOnLeave({
      field: 'endpoint',
      label: t('endpoint.text'),
      before: saved.endpoint,
      value: form.getValues('endpoint'),
      save: (endpoint) =>
        change({ endpoint: endpointOf(endpoint), allowPlainHttp }).then(() =>
          form.resetField('endpoint', { defaultValue: endpoint }),
        ),
      onProblem: (message) => form.setError('endpoint', { message }),
    });
  };

  const switchPlainHttp = async (allowed: boolean) => {
    form.setValue('allowPlainHttp', allowed);
    if (!(await form.trigger('endpoint'))) return;
    await saveOnLeave({
      field: 'allowPlainHttp',
      label: t('allowPlainHttp'),
      before: saved.allowPlainHttp,
      value: allowed,
      save: (allowPlainHttp) =>
        change({ allowPlainHttp }).then(() => form.resetField('allowPlainHttp', { defaultValue: allowPlainHttp })),
      onProblem: (message) => form.setError('endpoint', { message }),
    });
    await saveEndpoint(allowed);
  };

  return (
    <div className="flex flex-col gap-5">
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        onLeave={() => void leaveName()}
      />
      <TextField
        control={form.control}
        name="endpoint"
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        inputMode="url"
        spellCheck={false}
        onLeave={() => void saveEndpoint(form.getValues('allowPlainHttp'))}
      />
      <PlainHttpField
        endpoint={form.watch('endpoint')}
        allowed={form.watch('allowPlainHttp')}
        onChange={(allowed) => void switchPlainHttp(allowed)}
      />
      <Advanced>
        <Field label={t('framing')} hint={t('framingHint')}>
          <Select
            value={channel.framing}
            className="self-start"
            choices={[
              { value: 'length', label: t('framings.length') },
              { value: 'chunked', label: t('framings.chunked') },
            ]}
            onValueChange={(framing) =>
              void saveOnLeave({
                field: 'framing',
                label: t('framing'),
                before: channel.framing,
                value: framing,
                save: (value) => change({ framing: value }),
                onProblem: () => undefined,
              })
            }
          />
        </Field>
      </Advanced>
    </div>
  );
}

function Advanced({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('channels');
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {t('advanced')}
      </Collapsible.Trigger>
      <Collapsible.Panel className="pt-2">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
