import { useTranslation } from 'react-i18next';
import { Volume2 } from 'lucide-react';
import { useId } from 'react';
import { ringBell, useBell } from '#renderer/components/bell.ts';
import { Button } from '#renderer/components/button.tsx';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { Group } from '../parts/section.tsx';

/** The bell of this device. */
export function SoundGroup() {
  const { t } = useTranslation('settings');
  const { isOn, volume, setOn, setVolume } = useBell();
  const id = useId();
  return (
    <Group title={t('hours.sound')} lead={t('hours.soundLead')}>
      <RowField label={t('hours.ring')} hint={t('hours.ringHint')}>
        <Switch checked={isOn} onCheckedChange={setOn} />
      </RowField>
      {isOn && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-ui font-medium">
            {t('hours.volume')}
          </label>
          <div className="flex items-center gap-3">
            <input
              id={id}
              type="range"
              min={5}
              max={100}
              step={5}
              value={volume}
              onChange={(event) => setVolume(Number(event.target.value))}
              className="h-(--control) max-w-64 flex-1 accent-accent"
            />
            <Button onClick={() => ringBell(volume)}>
              <Volume2 aria-hidden className="size-4" />
              {t('hours.tryIt')}
            </Button>
          </div>
        </div>
      )}
    </Group>
  );
}
