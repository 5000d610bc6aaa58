import type { Logger } from 'pino';

/** The session's D-Bus on Linux, for desktop state that Electron does not pass on. */
export type SessionBus = NonNullable<Awaited<ReturnType<typeof connectSessionBus>>>;

/** An interface of an object served under a bus name. */
export interface Target {
  readonly name: string;
  readonly path: string;
  readonly interface: string;
}

const BUS: Target = { name: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/** Milliseconds until a part of the desktop counts as hung. */
const CALL_TIMEOUT = 5000;

/** Connects; undefined if the session has no bus or it refuses. */
export async function connectSessionBus(log: Logger) {
  try {
    const { sessionBus } = await import('dbus-native');
    const address = busAddress(process.env);
    if (address === undefined) return undefined;
    const bus = sessionBus({ busAddress: address, timeout: CALL_TIMEOUT });
    bus.connection.on('error', (error) => log.warn({ err: error }, 'the session bus is gone'));
    const call = (target: Target, member: string, signature: string, ...body: readonly unknown[]): Promise<unknown> =>
      bus
        .invoke({
          destination: target.name,
          path: target.path,
          interface: target.interface,
          member,
          ...(signature !== '' && { signature, body: [...body] }),
        })
        .then((answer: unknown) => answer);
    await call(BUS, 'GetId', '');
    const onSignal = (target: Target, member: string, listener: (...values: readonly unknown[]) => void): void => {
      bus.signals.on(bus.mangle(target.path, target.interface, member), (values: readonly unknown[] | undefined) =>
        listener(...(values ?? [])),
      );
      const { name, path, interface: of } = target;
      bus
        .addMatch(`type='signal',sender='${name}',path='${path}',interface='${of}',member='${member}'`)
        .catch((error: unknown) => log.warn({ err: error }, 'a signal of the session bus is not heard'));
    };
    return {
      /** calls a method; rejects if nobody responds */
      call,
      /** reads a property; undefined if it or its owner is missing */
      property: (target: Target, name: string): Promise<unknown> =>
        call({ ...target, interface: 'org.freedesktop.DBus.Properties' }, 'Get', 'ss', target.interface, name).catch(
          () => undefined,
        ),
      hasOwner: (name: string): Promise<boolean> =>
        call(BUS, 'NameHasOwner', 's', name).then(
          (has) => has === true,
          () => false,
        ),
      /** listens to a signal from now on */
      onSignal,
      /** reports when a name gets another owner, or none */
      onOwner: (name: string, listener: (isOwned: boolean) => void): void => {
        onSignal(BUS, 'NameOwnerChanged', (changed, _before, owner) => {
          if (changed === name) listener(owner !== '');
        });
      },
      /** broadcasts a signal */
      emit: (
        { path, interface: of }: Omit<Target, 'name'>,
        member: string,
        signature: string,
        ...body: unknown[]
      ): void => bus.sendSignal(path, of, member, signature, body),
      close: (): void => void bus.close(),
    };
  } catch (error) {
    log.warn({ err: error }, 'there is no session bus');
    return undefined;
  }
}

/** The address of the session's bus; its default path if the environment has none. */
function busAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const folder = environment['XDG_RUNTIME_DIR'];
  return environment['DBUS_SESSION_BUS_ADDRESS'] ?? (folder && `unix:path=${folder}/bus`);
}
