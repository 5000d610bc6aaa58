import type { Page, WebSocketRoute } from '@playwright/test';
import type { EventFrame, NumberedEvent } from '#shared/contract/events.ts';

/** Changes events of the real host on their way to a page, which must not be loaded yet. */
export async function tamperWithEvents(page: Page, change: (event: NumberedEvent) => unknown): Promise<void> {
  await page.routeWebSocket(/\/events$/, (toPage: WebSocketRoute) => {
    const toHost = toPage.connectToServer();
    toHost.onMessage((frame) => {
      const events = JSON.parse(String(frame)) as EventFrame;
      toPage.send(JSON.stringify(events.map((event) => (event.name === 'hello' ? event : change(event)))));
    });
  });
}
