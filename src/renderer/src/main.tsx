import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#renderer/components/styles.css';
import { App } from '#renderer/app/app.tsx';
import { restorePlace } from '#renderer/app/place.ts';
import { refuseFileDrops } from '#renderer/app/refuse-file-drops.ts';
import { setZodWithoutEval } from '#renderer/app/zod-without-eval.ts';
import { applyAppearance } from '#renderer/components/appearance.ts';
import { partOf } from '#renderer/components/fault-boundary.tsx';
import { applyLanguage } from '#renderer/language/apply.ts';
import { chooseTransport } from '#renderer/rpc/choose-transport.ts';
import { createFaultReport } from '#renderer/rpc/fault-report.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
setZodWithoutEval(window);
applyAppearance();
applyLanguage();
restorePlace(window);
refuseFileDrops(window);
const transport = chooseTransport(window);
const report = createFaultReport(transport);
createRoot(root, {
  onCaughtError: (thrown, { componentStack, errorBoundary }) => report(thrown, partOf(errorBoundary), componentStack),
  onUncaughtError: (thrown, { componentStack }) => report(thrown, 'window', componentStack),
}).render(
  <StrictMode>
    <App transport={transport} />
  </StrictMode>,
);
