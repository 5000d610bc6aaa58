import { StrictMode } from 'react';
import { notifyManager } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import '#renderer/components/styles.css';
import { App } from '#renderer/app/app.tsx';
import { restorePath } from '#renderer/app/address.tsx';
import {
  startServiceWorker,
  leaveKeysToInputMethod,
  refuseFileDrops,
  setZodWithoutEval,
  refuseCutTexts,
  tolerateReplacedTexts,
} from '#renderer/app/page-start.ts';
import { followKeyboard } from '#renderer/state/page-state.ts';
import { applyAppearance } from '#renderer/state/appearance.ts';
import { formatNumber } from '#renderer/components/amounts.ts';
import { notifyError } from '#renderer/components/toaster.tsx';
import { partOf } from '#renderer/components/fault-boundary.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { applyChosenLanguage } from '#renderer/language/window-language.ts';
import { createPromptScheduler } from '#renderer/rpc/prompt-scheduler.ts';
import { chooseTransport } from '#renderer/rpc/transports.ts';
import { createFaultReport } from '#renderer/rpc/transport.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
setZodWithoutEval(window);
applyAppearance();
followKeyboard(window);
restorePath(window);
tolerateReplacedTexts(window);
refuseFileDrops(window);
leaveKeysToInputMethod(window);
refuseCutTexts(window, (length, most) =>
  notifyError(
    i18n.t('common:tooLong'),
    i18n.t('common:tooLongMore', { length: formatNumber(length), most: formatNumber(most) }),
  ),
);
notifyManager.setScheduler(createPromptScheduler());
const transport = chooseTransport(window);
const report = createFaultReport(transport);
const shown = createRoot(root, {
  onCaughtError: (thrown, { componentStack, errorBoundary }) => report(thrown, partOf(errorBoundary), componentStack),
  onUncaughtError: (thrown, { componentStack }) => report(thrown, 'window', componentStack),
});
window.addEventListener('load', () => void startServiceWorker(window));
void applyChosenLanguage().then(() =>
  shown.render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <App transport={transport} />
      </I18nextProvider>
    </StrictMode>,
  ),
);
