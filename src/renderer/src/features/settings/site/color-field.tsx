import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check } from 'lucide-react';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDark } from '#shared/domain/site.ts';
import { saveField } from '../parts/saved-field.tsx';

/** Colours to begin with; white or black is easy to read on each. */
const COLORS = {
  blue: '#1d5fd0',
  teal: '#0f766e',
  green: '#2e7d32',
  orange: '#e8590c',
  red: '#c92a2a',
  pink: '#c2255c',
  violet: '#6741d9',
  black: '#1f1f23',
} as const;
const colors = Object.keys(COLORS) as readonly (keyof typeof COLORS)[];

/** Milliseconds without a change after which a colour that is being picked is saved. */
const SETTLED = 400;

interface ColorFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly field: string;
  readonly saved: string;
  readonly save: (color: string) => Promise<unknown>;
  /** a colour that is being picked, for the preview; undefined: the saved one again */
  readonly onTry: (color: string | undefined) => void;
}

/** The window's colour: one of ours, or any other. */
export function ColorField({ label, hint, onTry, ...setting }: ColorFieldProps) {
  const { t } = useTranslation(['website', 'channels']);
  const id = useId();
  const { saved } = setting;
  const choose = (value: string) => saveField({ ...setting, label, value });
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-ui font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RadioGroup
          aria-labelledby={id}
          value={saved}
          onValueChange={(value) => void choose(value)}
          className="flex flex-wrap gap-2"
        >
          {colors.map((name) => (
            <Radio.Root
              key={name}
              value={COLORS[name]}
              aria-label={name === 'black' ? t('website:look.black') : t(`channels:look.colors.${name}`)}
              title={name === 'black' ? t('website:look.black') : t(`channels:look.colors.${name}`)}
              style={swatch(COLORS[name])}
              className="grid size-8 cursor-pointer place-items-center rounded-full border border-edge bg-(--swatch) text-(--swatch-ink) data-checked:outline-2 data-checked:outline-offset-2 data-checked:outline-ink"
            >
              <Radio.Indicator>
                <Check aria-hidden className="size-4" />
              </Radio.Indicator>
            </Radio.Root>
          ))}
        </RadioGroup>
        <OwnColor label={t('website:look.ownColor')} saved={saved} onTry={onTry} onSettled={choose} />
      </div>
      <p className="text-ui text-ink-quiet">{hint}</p>
    </div>
  );
}

function swatch(color: string): CSSProperties {
  return { '--swatch': color, '--swatch-ink': isDark(color) ? '#fff' : '#000' } as CSSProperties;
}

interface OwnColorProps {
  readonly label: string;
  readonly saved: string;
  readonly onTry: (color: string | undefined) => void;
  readonly onSettled: (color: string) => Promise<unknown>;
}

/** Any colour, saved once it has been picked. */
function OwnColor({ label, saved, onTry, onSettled }: OwnColorProps) {
  const [picking, setPicking] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pick = (color: string): void => {
    setPicking(color);
    onTry(color);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void onSettled(color).then(() => {
        setPicking(undefined);
        onTry(undefined);
      });
    }, SETTLED);
  };
  return (
    <label className="flex h-(--control) items-center gap-2 rounded-control border border-edge bg-raised px-2 text-ui hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="color"
        value={picking ?? saved}
        onChange={({ target }) => pick(target.value)}
        className="h-5 w-7 cursor-pointer outline-hidden"
      />
      {label}
    </label>
  );
}
