import { randomUUID } from 'node:crypto';
import { createRouter } from '#main/console/router.ts';
import { storeReads } from '#main/console/store-calls.ts';
import { nameOfShop } from '#main/operators/team.ts';
import { type Engine, type EngineOptions, type OpenedEngine, stopInReverse } from './engine.ts';
import { type Installation, openInstallation } from './open-installation.ts';
import type { startParts } from './start-parts.ts';

type Parts = Awaited<ReturnType<typeof startParts>>;

/**
 * Opens the installation, from which windows get their first answers, and then starts the rest in order; if a part fails,
 * stops those already started. Throws ProvisionError if the provision file breaks a rule, before anything listens.
 */
export function startEngine(options: EngineOptions): Promise<Engine> {
  return stopInReverse(async (started) => {
    const installation = await openInstallation(options, started);
    const rest = Promise.withResolvers<Parts>();
    // Whoever waits for it handles the failure.
    rest.promise.catch(() => undefined);
    const opened = openFront(installation, rest.promise);
    try {
      await options.onOpened?.(opened);
      // Most of the code, which takes a while to load.
      const { startParts } = await import('./start-parts.ts');
      const parts = await startParts(options, installation, started);
      rest.resolve(parts);
      const { devices, context } = installation;
      const { listenerUrl, figures, isReady, drain, invitations, remoteAccess, clientAddress, media, audit } = parts;
      return {
        ...opened,
        listenerUrl,
        figures,
        isReady,
        drain,
        installationId: context.settings.current().installationId,
        devices,
        invitations,
        shop: () => nameOfShop(context.settings.current()),
        remoteAccess,
        clientAddress,
        died: context.store.died,
        caughtUp: context.store.nodes.caughtUp,
        signIns: audit.signIns,
        media,
      };
    } catch (error) {
      rest.reject(error);
      throw error;
    }
  });
}

/** What windows are told and get answered from the open installation; what needs more waits for the rest. */
function openFront(installation: Installation, rest: Promise<Parts>) {
  const { context, bus, channels, hours, operators } = installation;
  const first = {
    ...storeReads(context),
    'channels.list': channels.calls['channels.list'],
    'hours.get': hours.calls['hours.get'],
    'operators.list': operators.calls['operators.list'],
    'operators.me': operators.calls['operators.me'],
  };
  return {
    bus,
    operators,
    request: createRouter(first, { ...context, ...operators, rest, roleOf: operators.callerRoleOf }),
    subscribe: createSubscribe(installation),
    media: async (request) => (await rest).media(request),
  } satisfies OpenedEngine;
}

/** Opens console windows: the bus sends them events, and the list of windows knows that they are there. */
function createSubscribe({ context, bus, operators: { roleOf, channelsOf } }: Installation): Engine['subscribe'] {
  const { settings, store, windows } = context;
  return (client, onFrame) => {
    const { operatorId } = client;
    const windowId = randomUUID();
    const subscribed = (): (() => void) => {
      const { installationId } = settings.current();
      const shop = nameOfShop(settings.current());
      return bus.subscribe(
        { windowId, installationId, operatorId, role: roleOf(operatorId) ?? 'operator', shop },
        onFrame,
        channelsOf(operatorId),
      );
    };
    const sight = (): string => JSON.stringify([roleOf(operatorId), channelsOf(operatorId)]);
    let seen = sight();
    let isClosed = false;
    let unsubscribe = (): void => undefined;
    const begin = (): void => {
      if (!isClosed) unsubscribe = subscribed();
    };
    if (!store.nodes.publishes) begin();
    // It may ask any node from then on.
    const close = windows.open({ windowId, ...client }, store.nodes.publishes ? begin : undefined);
    // With another role, or other channels, comes another hello, after which the window requests everything again.
    const unwatch = bus.onTouched(['operators'], () => {
      if (sight() === seen) return;
      seen = sight();
      unsubscribe();
      unsubscribe = subscribed();
    });
    return () => {
      isClosed = true;
      unwatch();
      unsubscribe();
      close();
    };
  };
}
