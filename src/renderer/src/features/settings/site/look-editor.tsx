import { useTranslation } from 'react-i18next';
import { useState, type CSSProperties, useId, useRef } from 'react';
import { named } from '#renderer/components/field.tsx';
import { Link } from 'wouter';
import { Select } from '#renderer/components/select.tsx';
import { channelPath } from '#shared/domain/settings-sections.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChannelPicture } from '../channels/channel-settings.tsx';
import { SavedCards, saveField, type SavedField, SavedSelect } from '#renderer/components/saved-fields.tsx';
import { Group } from '../parts/section.tsx';
import { useSite } from './site-settings.ts';
import { WindowPreview } from './window-preview.tsx';
import { WindowText, languageChoices, useWindowTexts } from './window-texts.tsx';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check } from 'lucide-react';
import { isDark, SITE_TEXTS } from '#shared/domain/site.ts';

/** Edits the window's look and texts, with a preview that follows every key. */
export function LookEditor({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation(['website', 'channels']);
  const { site, of, changeSite } = useSite(channel);
  const { language, chooseLanguage, words, usual: defaultText, shown, type } = useWindowTexts(channel);
  const [color, setColor] = useState<string>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-x-8 gap-y-6 max-[1100px]:grid-cols-1">
      <div className="@container flex min-w-0 flex-col gap-5">
        <ColorField {...of('color')} {...named('website:look.color')} onTry={setColor} />
        <SavedCards
          {...of('side')}
          label={t('look.side')}
          className="grid-cols-[repeat(auto-fit,minmax(140px,1fr))]"
          choices={(['right', 'left'] as const).map((value) => ({ value, title: t(`look.sides.${value}`) }))}
        />
        <SavedCards
          {...of('theme')}
          label={t('look.theme')}
          className="grid-cols-1 @sm:grid-cols-[auto_1fr_1fr]"
          choices={(['page', 'light', 'dark'] as const).map((value) => ({ value, title: t(`look.themes.${value}`) }))}
        />
        <ChannelPicture channel={channel} hint={t('look.pictureHint')} />
        <SavedSelect
          field="language"
          {...named('website:look.language')}
          saved={site.language ?? VISITORS}
          save={(value) => changeSite(() => ({ language: value === VISITORS ? null : value }))}
          choices={[{ value: VISITORS, label: t('look.visitors') }, ...languageChoices]}
        />
        <Group
          title={t('texts.group')}
          lead={t('texts.lead')}
          action={
            <Select
              label={t('texts.language')}
              value={language}
              choices={languageChoices}
              onValueChange={chooseLanguage}
            />
          }
        >
          {SITE_TEXTS.map((key) => (
            <WindowText
              key={`${language} ${key}`}
              channel={channel}
              textKey={key}
              language={language}
              defaultText={defaultText(key)}
              onTyped={type}
            />
          ))}
        </Group>
        <div className="flex flex-col gap-1.5">
          <SavedCards
            {...of('whenAway')}
            label={t('away.title')}
            choices={(['window', 'nothing'] as const).map((value) => ({
              value,
              title: t(`away.${value}`),
              means: t(`away.${value}Means`),
            }))}
          />
          <p className="text-ui text-ink-quiet">
            {t('away.hours')}{' '}
            <Link href={channelPath(channel.id, 'hours')} className="underline">
              {t('away.toHours')}
            </Link>
          </p>
        </div>
      </div>
      <div className="sticky top-4 min-w-0 max-[1100px]:static">
        <WindowPreview
          site={{ ...site, color: color ?? site.color }}
          picture={channel.picture}
          text={shown}
          words={words}
        />
      </div>
    </div>
  );
}

const VISITORS = 'visitors';

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

interface ColorFieldProps extends SavedField<string> {
  readonly hint: string;
  /** a colour that is being picked, for the preview; undefined: the saved one again */
  readonly onTry: (color: string | undefined) => void;
}

function ColorField({ label, hint, onTry, ...setting }: ColorFieldProps) {
  const { t } = useTranslation(['website', 'channels']);
  const id = useId();
  const { saved } = setting;
  const choose = (value: string) => saveField({ ...setting, label, value });
  const nameOf = (name: keyof typeof COLORS) =>
    name === 'black' ? t('look.black') : t(`channels:look.colors.${name}`);
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
              aria-label={nameOf(name)}
              title={nameOf(name)}
              style={swatch(COLORS[name])}
              className="grid size-8 cursor-pointer place-items-center rounded-full border border-edge bg-(--swatch) text-(--swatch-ink) data-checked:outline-2 data-checked:outline-offset-2 data-checked:outline-ink"
            >
              <Radio.Indicator>
                <Check aria-hidden className="size-4" />
              </Radio.Indicator>
            </Radio.Root>
          ))}
        </RadioGroup>
        <OwnColor saved={saved} onTry={onTry} onSettled={choose} />
      </div>
      <p className="text-ui text-ink-quiet">{hint}</p>
    </div>
  );
}

function swatch(color: string): CSSProperties {
  return { '--swatch': color, '--swatch-ink': isDark(color) ? '#fff' : '#000' } as CSSProperties;
}

interface OwnColorProps extends Pick<ColorFieldProps, 'saved' | 'onTry'> {
  readonly onSettled: (color: string) => Promise<unknown>;
}

/** Any colour, saved once it has been picked. */
function OwnColor({ saved, onTry, onSettled }: OwnColorProps) {
  const { t } = useTranslation(['website', 'channels']);
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
      {t('look.ownColor')}
    </label>
  );
}
