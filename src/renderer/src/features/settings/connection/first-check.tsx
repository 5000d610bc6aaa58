import { useTranslation } from 'react-i18next';
import { useEffect, useRef } from 'react';
import { FindingList } from './finding-list.tsx';
import { useFindings } from './use-findings.ts';

/** The check as a step of the first run: begins by itself, once. */
export function FirstCheck() {
  const { t } = useTranslation('connection');
  const { isLoaded, running, findings, run } = useFindings();
  const begun = useRef(false);
  const isNew = isLoaded && !running && findings.length === 0;
  useEffect(() => {
    if (!isNew || begun.current) return;
    begun.current = true;
    run();
  });
  return (
    <>
      <FindingList brief findings={findings} running={running || !isLoaded} />
      <p className="text-ui text-ink-quiet">{t('check.firstRunWhen')}</p>
    </>
  );
}
