import { useTranslation } from 'react-i18next';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useConnection } from '#renderer/rpc/console-context.tsx';

/** Milliseconds before a lost connection is worth a word; most come back sooner. */
const PATIENCE = 1500;

/** Says that the engine does not answer, while that lasts. */
export function ConnectionBanner() {
  const { t } = useTranslation('app');
  const { state } = useConnection();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (state !== 'lost') {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div role="status" className="shrink-0">
      {shown && (
        <div className="flex min-h-10 items-center justify-center gap-2 bg-attention-tint px-4 py-2 text-ui text-attention">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{t('connectionLost')}</strong> {t('connectionLostMore')}
          </span>
        </div>
      )}
    </div>
  );
}

/** The whole window while the engine has never answered. */
export function NotAnswering({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const { t } = useTranslation('app');
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="flex max-w-96 flex-col items-center gap-2 text-center">
        <CloudOff aria-hidden className="size-6 text-ink-quiet" />
        <h1 className="text-title font-semibold">{t('connectionLost')}</h1>
        <p className="text-ui text-ink-quiet">{t('neverAnswered')}</p>
        <Button className="mt-2" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      </div>
    </main>
  );
}
