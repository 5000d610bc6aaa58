import { useTranslation } from 'react-i18next';
import { MessageCircle, Mic, Paperclip, SendHorizontal, Smile, X } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Tabs } from '#renderer/components/tabs.tsx';
import { firstSign } from '#shared/domain/graphemes.ts';
import { picturePath } from '#shared/domain/pictures.ts';
import { isDark, type SiteSettings, type SiteText } from '#shared/domain/site.ts';
import type { SiteWords } from '#shared/locales/site.ts';

const views = ['open', 'closed', 'away'] as const;
type View = (typeof views)[number];

interface WindowPreviewProps {
  /** the text of a key as visitors read it, the owner's or the usual one */
  readonly text: (key: SiteText) => string;
  /** the window's other words; undefined while they are loaded */
  readonly words: SiteWords | undefined;
  readonly picture: string | undefined;
  readonly site: Pick<SiteSettings, 'color' | 'side' | 'theme' | 'whenAway' | 'asksConsent' | 'files' | 'voice'>;
}

/** Previews the window on a page: open, closed, and while nobody is there. A drawing; nothing in it can be used. */
export function WindowPreview({ text, words, picture, site }: WindowPreviewProps) {
  const { t } = useTranslation('website');
  const [view, setView] = useState<View>('open');
  const colors = {
    '--window': site.color,
    '--window-ink': isDark(site.color) ? '#fff' : '#000',
    ...(site.theme !== 'page' && { colorScheme: site.theme }),
  } as CSSProperties;
  const isShown = view !== 'away' || site.whenAway === 'window';
  return (
    <figure aria-label={t('preview.label')} className="flex flex-col gap-2">
      <Tabs<View>
        label={t('preview.views')}
        value={view}
        onValueChange={setView}
        listClassName="flex-wrap"
        tabs={views.map((value) => ({
          value,
          label: t(`preview.${value}`),
          panel: (
            <div
              aria-hidden
              style={colors}
              className="relative flex h-[440px] flex-col overflow-hidden rounded-card border bg-sunken text-ink select-none"
            >
              <PageBehind />
              {isShown && value !== 'closed' && (
                <Panel text={text} words={words} picture={picture} site={site} isAway={value === 'away'} />
              )}
              {value === 'closed' && (
                <div
                  className="absolute bottom-4 flex h-12 max-w-[calc(100%-32px)] items-center gap-2 rounded-full bg-(--window) px-4 font-semibold text-(--window-ink) shadow-float"
                  // The side of the page, whatever the direction of the text.
                  style={{ [site.side]: 16 }}
                >
                  <MessageCircle className="size-5 shrink-0" />
                  <span className="truncate text-ui">{text('button')}</span>
                </div>
              )}
            </div>
          ),
        }))}
      />
      <figcaption className="text-meta text-ink-quiet">
        {isShown ? t('preview.caption') : t('preview.nothing')}
      </figcaption>
    </figure>
  );
}

function PageBehind() {
  return (
    <div className="flex flex-col gap-3 p-5">
      <div className="h-4 w-24 rounded-sm bg-hairline" />
      <div className="h-28 rounded-control bg-hairline" />
      {['w-full', 'w-5/6', 'w-3/4', 'w-full', 'w-2/3'].map((width, index) => (
        <div key={`${width} ${String(index)}`} className={`h-2.5 rounded-full bg-hairline ${width}`} />
      ))}
    </div>
  );
}

interface PanelProps extends WindowPreviewProps {
  /** nobody is there */
  readonly isAway: boolean;
}

function Panel({ text, words, picture, site, isAway }: PanelProps) {
  const tools = [Smile, ...(site.files ? [Paperclip] : []), ...(site.voice ? [Mic] : [])];
  return (
    <div
      className="absolute inset-y-4 flex w-[272px] max-w-[calc(100%-32px)] flex-col overflow-hidden rounded-[16px] bg-raised shadow-float"
      style={{ [site.side]: 16 }}
    >
      <div className="flex items-center gap-2.5 bg-(--window) px-3.5 py-3 text-(--window-ink)">
        {picture === undefined ? (
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-ui font-semibold text-ink">
            {firstSign(text('title').trim()).toLocaleUpperCase()}
          </span>
        ) : (
          <img src={picturePath(picture)} alt="" className="size-9 shrink-0 rounded-full object-cover" />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate text-ui font-semibold">{text('title')}</p>
          <p className="truncate text-meta">{words?.states[isAway ? 'away' : 'soon']}</p>
        </div>
        <X className="size-4 shrink-0" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 p-3.5 text-ui">
        <div className="flex flex-col items-center gap-2 px-2 py-2 text-center">
          <p className="wrap-anywhere">{text(isAway ? 'away' : 'greeting')}</p>
        </div>
        {isAway ? (
          <span className="flex h-9 items-center rounded-control border border-edge px-2.5 text-ink-quiet">
            {words?.ask.email}
          </span>
        ) : (
          <span className="mt-auto h-8 w-2/3 self-end rounded-bubble bg-(--window) opacity-90" />
        )}
        {!isAway && <span className="h-8 w-3/4 rounded-bubble bg-customer-tint" />}
        {text('consent') !== '' && (
          <p className="mt-auto max-h-16 shrink-0 overflow-hidden text-meta text-ink-quiet wrap-anywhere">
            {site.asksConsent && '☐ '}
            {text('consent')} {text('consentLink') !== '' && <u>{words?.agree.link}</u>}
          </p>
        )}
      </div>
      <div className="flex items-center gap-2 border-t px-3.5 py-2.5 text-ui text-ink-quiet">
        <span className="min-w-0 flex-1 truncate">{text('placeholder')}</span>
        {tools.map((Tool, index) => (
          <Tool key={index} className="size-4 shrink-0" />
        ))}
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-(--window) text-(--window-ink)">
          <SendHorizontal className="size-3.5" />
        </span>
      </div>
    </div>
  );
}
