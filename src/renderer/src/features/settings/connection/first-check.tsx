import { useEffect, useRef } from 'react';
import { checkWords } from './check-words.ts';
import { FindingList } from './finding-list.tsx';
import { useFindings } from './use-findings.ts';

/** The check as a step of the first run: begins by itself, once. */
export function FirstCheck() {
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
      <p className="text-ui text-ink-quiet">{checkWords.firstRunWhen}</p>
    </>
  );
}
