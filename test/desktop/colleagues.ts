import { once } from 'node:events';
import { startHost, type Host } from '../fixtures/host.ts';
import type { Desktop, StartOptions } from './fixtures.ts';

/** Another computer's shop, which lets colleagues in. */
export async function openShop(name: string): Promise<Host> {
  const host = await startHost({ args: ['--team', '127.0.0.1:0'] });
  await host.rpc('setup.finish', {});
  await host.rpc('team.change', { name });
  return host;
}

export const inviteIvan = async (host: Host): Promise<string> =>
  (await host.rpc('invitations.create', { name: 'Ivan', role: 'operator' })).app;

/** Does what restarts the app, and waits until it has ended; the test starts it again itself. */
export async function ending({ app }: Desktop, act: () => Promise<unknown>): Promise<void> {
  await app.evaluate((electron) => void (electron.app.relaunch = () => undefined));
  const ended = once(app.process(), 'exit');
  await act();
  await ended;
}

/** The app after it has joined with this invitation; `from`: it runs already. */
export async function launchJoined(
  launch: (options?: StartOptions) => Promise<Desktop>,
  link: string,
  from?: Desktop,
): Promise<Desktop> {
  const first = from ?? (await launch());
  await ending(first, () => first.console.evaluate((given) => counterbell.desktop.call('join', given), link));
  return launch();
}
