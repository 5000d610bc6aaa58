import { useTranslation } from 'react-i18next';
import type { KeyboardEvent, PointerEvent } from 'react';
import { localization } from '#renderer/language/i18n.ts';
import { LIST_WIDTH, useLayout } from './layout.ts';

const STEP = 20;

/** The line between list and conversation: dragged, or moved with the arrow keys; a double click resets it. */
export function PaneResizer() {
  const { t } = useTranslation('app');
  const { listWidth, setListWidth } = useLayout();
  const isMirrored = localization.language().dir === 'rtl';

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const list = event.currentTarget.previousElementSibling;
    if (list === null) return;
    const box = list.getBoundingClientRect();
    setListWidth(isMirrored ? box.right - event.clientX : event.clientX - box.left);
  };
  const step = (event: KeyboardEvent): void => {
    const change = { ArrowLeft: isMirrored ? STEP : -STEP, ArrowRight: isMirrored ? -STEP : STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setListWidth(listWidth + change);
  };

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resizeList')}
      aria-valuemin={LIST_WIDTH.least}
      aria-valuemax={LIST_WIDTH.most}
      aria-valuenow={listWidth}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setListWidth(LIST_WIDTH.usual)}
      onKeyDown={step}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-hairline transition-colors after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-edge focus-visible:bg-accent max-panes:hidden"
    />
  );
}
