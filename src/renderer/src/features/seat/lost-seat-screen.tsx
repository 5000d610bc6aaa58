import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ActionButton } from '#renderer/components/actions.tsx';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import { BrandMark } from '#renderer/components/brand-mark.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { createUnsentStore, useDrafts } from '#renderer/rpc/written.ts';

interface LostSeatScreenProps {
  readonly desktop: DesktopApi;
  readonly seat: SeatStatus;
  /** the app's version, and how to get a newer one */
  readonly updates: ReactNode;
}

/** Instead of the console, where a seat cannot work: its host removed it or has a newer version, or its key is lost. */
export function LostSeatScreen({ desktop, seat: { shop, connection }, updates }: LostSeatScreenProps) {
  const { t } = useTranslation('team');
  if (connection.state === 'hostIsNewer')
    return (
      <Frame title={t('seat.newer', { shop })} lead={t('seat.newerMore')}>
        <div className="flex flex-col gap-4 border-t pt-4">{updates}</div>
      </Frame>
    );
  const isKeyLost = connection.state === 'keyLost';
  const readKey = async () => {
    if (!(await desktop.call('readKey'))) notifyError(t('seat.stillLost'));
  };
  return (
    <Frame
      title={t(isKeyLost ? 'seat.keyLost' : 'seat.removed', { shop })}
      lead={t(isKeyLost ? 'seat.keyLostMore' : 'seat.removedMore')}
    >
      <UnsentTexts />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void desktop.call('leaveShop')}>{t('seat.leave')}</Button>
        {isKeyLost && (
          <ActionButton failed={t('seat.stillLost')} act={readKey}>
            {t('seat.readKey')}
          </ActionButton>
        )}
        <Link href="/join" className={buttonStyles({ variant: 'primary' })}>
          {t('seat.again')}
        </Link>
      </div>
    </Frame>
  );
}

/** Texts written here and never sent, to read and copy before they are deleted. */
function UnsentTexts() {
  const { t } = useTranslation('team');
  const drafts = useDrafts((state) => state.drafts);
  const texts = [...createUnsentStore(window).list(), ...Object.values(drafts)].map(({ text }) => text);
  if (texts.length === 0) return null;
  const copy = t('seat.copyUnsent', { count: texts.length });
  return (
    <section aria-labelledby="kept" className="flex flex-col gap-2 border-t pt-4 text-ui">
      <h2 id="kept" className="font-medium">
        {t('seat.unsentKept', { count: texts.length })}
      </h2>
      <p className="text-ink-quiet">{t('seat.unsentThen', { leave: t('seat.leave') })}</p>
      <ul
        tabIndex={0}
        aria-labelledby="kept"
        className="flex max-h-60 flex-col divide-y divide-hairline overflow-y-auto rounded-control border"
      >
        {texts.map((text, index) => (
          <li key={index} className="px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <CopyButton text={texts.join('\n\n')} label={copy} caption={copy} className="self-start" />
    </section>
  );
}

interface FrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

/** A page of its own, without the console around it. */
export function Frame({ title, lead, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus may have gone with the step before.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-sunken p-4 sm:p-6">
      <div className="my-auto flex w-full max-w-[460px] flex-col gap-5 rounded-card border bg-raised p-7">
        <BrandMark />
        <div role="status">
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold wrap-anywhere outline-hidden">
            {title}
          </h1>
          <p className="mt-1 text-message text-ink-quiet wrap-anywhere">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
