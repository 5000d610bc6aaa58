import type { Logger } from 'pino';

/** The session's D-Bus on Linux, for desktop state that Electron does not pass on. */
export interface SessionBus {
  /** calls a method; rejects if nobody responds */
  readonly call: (target: Target, member: string, signature: string, ...body: readonly unknown[]) => Promise<unknown>;
  /** reads a property; undefined if it or its owner is missing */
  readonly property: (target: Target, name: string) => Promise<unknown>;
  readonly hasOwner: (name: string) => Promise<boolean>;
  /** listens to a signal from now on */
  readonly onSignal: (target: Target, member: string, listener: (...values: readonly unknown[]) => void) => void;
  /** reports when a name gets another owner, or none */
  readonly onOwner: (name: string, listener: (isOwned: boolean) => void) => void;
  /** broadcasts a signal */
  readonly emit: (
    path: string,
    ofInterface: string,
    member: string,
    signature: string,
    ...body: readonly unknown[]
  ) => void;
  readonly close: () => void;
}

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
export async function connectSessionBus(log: Logger): Promise<SessionBus | undefined> {
  try {
    const { sessionBus } = await import('dbus-native');
    const address = busAddress(process.env);
    if (address === undefined) return undefined;
    const bus = sessionBus({ busAddress: address, timeout: CALL_TIMEOUT });
    bus.connection.on('error', (error) => log.warn({ err: error }, 'the session bus is gone'));
    const call: SessionBus['call'] = (target, member, signature, ...body) =>
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
    const onSignal: SessionBus['onSignal'] = (target, member, listener) => {
      bus.signals.on(bus.mangle(target.path, target.interface, member), (values: readonly unknown[] | undefined) =>
        listener(...(values ?? [])),
      );
      listen(
        `type='signal',sender='${target.name}',path='${target.path}',interface='${target.interface}',member='${member}'`,
      );
    };
    const listen = (rule: string): void =>
      void bus
        .addMatch(rule)
        .catch((error: unknown) => log.warn({ err: error }, 'a signal of the session bus is not heard'));
    return {
      call,
      property: (target, name) =>
        call({ ...target, interface: 'org.freedesktop.DBus.Properties' }, 'Get', 'ss', target.interface, name).catch(
          () => undefined,
        ),
      hasOwner: (name) =>
        call(BUS, 'NameHasOwner', 's', name).then(
          (has) => has === true,
          () => false,
        ),
      onSignal,
      onOwner: (name, listener) => {
        onSignal(BUS, 'NameOwnerChanged', (changed, _before, owner) => {
          if (changed === name) listener(owner !== '');
        });
      },
      emit: (path, ofInterface, member, signature, ...body) =>
        bus.sendSignal(path, ofInterface, member, signature, [...body]),
      close: () => void bus.close(),
    };
  } catch (error) {
    log.warn({ err: error }, 'there is no session bus');
    return undefined;
  }
}

/** The address of the session's bus; its usual place if the environment has none. */
function busAddress(environment: NodeJS.ProcessEnv): string | undefined {
  const folder = environment['XDG_RUNTIME_DIR'];
  return environment['DBUS_SESSION_BUS_ADDRESS'] ?? (folder && `unix:path=${folder}/bus`);
}
