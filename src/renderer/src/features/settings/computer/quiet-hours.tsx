import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Operator, QuietHours } from '#shared/domain/entities.ts';
import { useMe, useUpdateMe } from '#renderer/rpc/use-directory.ts';
import { SavedSwitch, SavedText } from '../parts/saved-field.tsx';
import { Group, Loaded } from '../parts/section.tsx';

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const time = z.string().regex(/^\d\d:\d\d$/);

/** When nothing notifies the operator, on any device. */
export function QuietHoursGroup() {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('quiet.title')}>
      <Loaded of={useMe()}>{(me) => <QuietHoursFields me={me} />}</Loaded>
    </Group>
  );
}

function QuietHoursFields({ me: { quietHours } }: { readonly me: Operator }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useUpdateMe();
  const save = (change: Partial<QuietHours>): Promise<unknown> =>
    mutateAsync({ quietHours: { ...NIGHT, ...quietHours, ...change, zone: here() } });
  return (
    <>
      <SavedSwitch
        field="quietHours"
        label={t('quiet.label')}
        hint={t('quiet.hint')}
        saved={quietHours !== undefined}
        save={(on) => (on ? save({}) : mutateAsync({ quietHours: null }))}
      />
      {quietHours !== undefined && (
        <div className="flex flex-wrap items-start gap-4">
          {(['from', 'to'] as const).map((field) => (
            <SavedText
              key={field}
              field={`quietHours.${field}`}
              label={t(`quiet.${field}`)}
              saved={clockOf(quietHours[field])}
              rule={time}
              save={(value) => save({ [field]: minutesOf(value) })}
              type="time"
              short
            />
          ))}
          <p className="w-full text-ui text-ink-quiet">{t('quiet.zone', { zone: quietHours.zone })}</p>
        </div>
      )}
    </>
  );
}

function here(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** 1350 as 22:30. */
function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
