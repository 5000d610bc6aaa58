import type { ConnectionView, Reach, TunnelStatus, Way } from '#shared/contract/connection.ts';
import { sinceWords } from '#renderer/components/dates.ts';

/** What the panel about reach says. */
export const reachWords = {
  panel: 'Whether customers get through',
  publicAddress: 'Public address',
  localAddress: 'Address on this computer',
  networkAddress: 'Address in the network',
  copyAddress: 'Copy the address',
  checkNow: 'Check now',
  checkFailed: 'It could not be checked.',
  checked: 'Checked',
  notChecked: 'Not checked yet.',
  seeAll: 'Check everything',
  openConnection: 'Open Connection',
} as const;

/** The state in a word or two; `now` in milliseconds since 1970. */
export function chipWords({ state, since }: Pick<Reach, 'state' | 'since'>, now: number): string {
  switch (state) {
    case 'local':
      return 'Only here';
    case 'checking':
      return 'Checking…';
    case 'reachable':
      return 'Reachable';
    case 'unreachable':
      return `Broken since ${sinceWords(since, now)}`;
  }
}

/** The state as a title: who gets through. */
export function reachTitle({ state }: Pick<Reach, 'state'>, way: Way): string {
  const isNetwork = way === 'lan';
  switch (state) {
    case 'local':
      return 'Only programs on this computer get through';
    case 'checking':
      return isNetwork ? 'Checking whether devices in your network get through…' : 'Checking whether customers get through…';
    case 'reachable':
      return isNetwork ? 'Devices in your network get through' : 'Customers get through';
    case 'unreachable':
      return isNetwork ? 'Devices in your network do not get through' : 'Customers do not get through';
  }
}

/** What follows from the state, where no problem says more. */
export function reachMeaning({ state }: Pick<Reach, 'state'>, way: Way): string {
  switch (state) {
    case 'local':
      return 'Websites and apps elsewhere cannot write to you. To let them in, choose another way below.';
    case 'checking':
      return 'A request goes out to the public address and has to come back to this computer.';
    case 'reachable':
      return way === 'lan'
        ? 'A request to the address below came back to this computer. Whether another device gets through depends on the firewall too.'
        : 'A request went out to the public address and came back to this computer.';
    case 'unreachable':
      return 'What customers write now does not arrive. Your website or app is told that it failed.';
  }
}

/** What the tunnel does, where that is not said by the reach; `now` in milliseconds since 1970. */
export function tunnelWords({ state, retryAt }: Pick<TunnelStatus, 'state' | 'retryAt'>, now: number): string | undefined {
  switch (state) {
    case 'off':
    case 'up':
      return undefined;
    case 'starting':
      return 'The tunnel is being opened…';
    case 'waiting': {
      const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1000);
      return seconds <= 0 ? 'The tunnel broke. It is tried again now.' : `The tunnel broke. It is tried again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    }
  }
}

/** All that is wrong at the moment, the likeliest cause first; the same words are said once. */
export function problemsOf({ reach, tunnel, networkProblem, settings }: Pick<ConnectionView, 'reach' | 'tunnel' | 'networkProblem' | 'settings'>): readonly { readonly what: string; readonly todo: string }[] {
  const found = [networkProblem, settings.way === 'tunnel' ? tunnel.problem : undefined, reach.problem].filter((problem) => problem !== undefined);
  return found.filter((problem, index) => found.findIndex(({ what }) => what === problem.what) === index);
}

/** With a full stop, where there is none. */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const DAY = 86_400_000;

/** Days from which a certificate's end is worth a word. */
export const WARN_DAYS = 14;

/** Whole days until a certificate ends; less than 0: it has ended. */
export function daysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY);
}

/** Where somebody has to do something about a certificate of their own that ends or has ended: what is said of it. */
export function endingWords({ made, validTo }: { readonly made: boolean; readonly validTo: number }, now: number): string | undefined {
  const days = daysLeft(validTo, now);
  if (made || days >= WARN_DAYS) return undefined;
  if (days < 0) return 'The certificate has ended.';
  if (days === 0) return 'The certificate ends today.';
  return `The certificate ends in ${days} ${days === 1 ? 'day' : 'days'}.`;
}
