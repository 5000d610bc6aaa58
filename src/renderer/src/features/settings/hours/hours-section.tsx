import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { openingText, useNow } from '#renderer/components/dates.tsx';
import { useCachedMutation } from '#renderer/rpc/ask.ts';
import { useHours } from '#renderer/rpc/use-directory.ts';
import { hoursSettings, type OpenNow } from '#shared/contract/hours.ts';
import { Loaded, Group, Section } from '../parts/section.tsx';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { fieldsOf, SavedNumber } from '#renderer/components/saved-fields.tsx';
import { HoursEditor } from './hours-editor.tsx';

/** Opening hours, how waiting chats are highlighted, and what happens to inactive ones. */
export function HoursSection() {
  return <Loaded of={useHours()}>{(view) => <Hours {...view} />}</Loaded>;
}

const rules = hoursSettings.shape;

function Hours({ settings: { hours, waiting, autoClose }, installation }: RouteOutput<'hours.get'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useCachedMutation('hours.update', 'hours.get', {
    after: (settings, known) => known && { ...known, settings },
    sequential: true,
  });
  const limit = fieldsOf(
    waiting,
    (change) => mutateAsync(({ settings }) => ({ waiting: { ...settings.waiting, ...change } })),
    { texts: 'settings:hours.', rules: rules.waiting.unwrap().shape },
  );
  const of = fieldsOf({ autoClose }, (change) => mutateAsync(() => change), { rules });
  return (
    <Section title={t('sections.hours')} lead={t('hours.lead')}>
      <Group title={t('hours.title')} lead={<OpenLine state={installation} />}>
        <HoursEditor hours={hours} save={(step) => mutateAsync(({ settings }) => ({ hours: step(settings.hours) }))} />
      </Group>
      <Group title={t('hours.waiting')} lead={t('hours.waitingLead')}>
        <SavedNumber {...limit('attention')} field="waiting" aside={t('hours.minutes')} />
        <SavedNumber {...limit('urgent')} field="waiting" aside={t('hours.minutes')} />
      </Group>
      <Group title={t('hours.quiet')} lead={t('hours.quietLead')}>
        <SavedNumber {...of('autoClose')} {...named('settings:hours.closeAfter')} aside={t('hours.hours')} />
      </Group>
    </Section>
  );
}

/** Says whether it is open now, and until when. */
export function OpenLine({ state }: { readonly state: OpenNow }) {
  return useNow((now) => openingText(state, now));
}
