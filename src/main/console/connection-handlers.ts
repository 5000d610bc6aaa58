import type { NewChatFloods } from '#main/channels/new-chat-floods.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { ConnectionView } from '#shared/contract/connection.ts';
import type { Handlers } from './router.ts';

export interface ConnectionHandlerOptions {
  readonly exposure: Exposure;
  readonly floods: Pick<NewChatFloods, 'list'>;
  /** what is found on this computer to make tunnels with */
  readonly tunnelTools: Handlers['connection.tools'];
}

/** What the console asks about the way in. */
export function connectionHandlers({
  exposure,
  floods,
  tunnelTools,
}: ConnectionHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `connection.${string}`>> {
  const whole = (view: ConnectionView): ConnectionView => {
    const listed = floods.list();
    return listed.length === 0 ? view : { ...view, floods: [...listed] };
  };
  return {
    'connection.get': async () => whole(exposure.view()),
    'connection.change': async (change) => whole(await exposure.change(change)),
    'connection.check': async () => whole(await exposure.check()),
    'connection.importCertificate': async (given) => whole(await exposure.importCertificate(given)),
    'connection.authority': async () => exposure.authority(),
    'connection.renewAuthority': async () => whole(await exposure.renewAuthority()),
    'connection.forgetHostKey': async () => whole(await exposure.forgetHostKey()),
    'connection.dismissFormerUrl': async () => whole(await exposure.dismissFormerUrl()),
    'connection.dismissMovedPort': async () => whole(await exposure.dismissMovedPort()),
    'connection.tools': tunnelTools,
  };
}
