import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod/v4/core';
import '#renderer/components/styles.css';
import { App } from '#renderer/app/app.tsx';
import { restorePlace } from '#renderer/app/place.ts';
import { refuseFileDrops } from '#renderer/app/refuse-file-drops.ts';
import { applyAppearance } from '#renderer/components/appearance.ts';
import { chooseTransport } from '#renderer/rpc/choose-transport.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// The content security policy forbids eval, and zod would try it.
configureZod({ jitless: true });
applyAppearance();
restorePlace(window);
refuseFileDrops(window);
createRoot(root).render(
  <StrictMode>
    <App transport={chooseTransport(window)} />
  </StrictMode>,
);
