import type { Calls } from '#main/console/router.ts';
import type { SettingsState } from '#main/settings/installation.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { toEnglish } from '#shared/locales/english.ts';
import { phrase, type Phrase } from '#shared/locales/phrase.ts';

const BACKUPS = phrase('errors:refusals.server.backups');
const ADDRESS = phrase('errors:refusals.server.address');
const TEST_BOT = phrase('errors:refusals.server.testBot');

/**
 * The calls of a host whose database is on a server: what needs a computer of its own is refused, and `setup.get` says so.
 * Coded error: not_offered
 */
export function onServer(calls: Calls): Calls {
  const unless = <Input, Rest extends readonly unknown[], Result>(
    isRefused: (input: Input) => boolean,
    reason: Phrase,
    call: (input: Input, ...rest: Rest) => Result,
  ) => {
    return (input: Input, ...rest: Rest): Result => {
      if (isRefused(input)) throw new ContractError('not_offered', reason);
      return call(input, ...rest);
    };
  };
  const always = (): boolean => true;
  return {
    ...calls,
    'backups.change': unless(always, BACKUPS, calls['backups.change']),
    'backups.make': unless(always, BACKUPS, calls['backups.make']),
    'backups.preview': unless(always, BACKUPS, calls['backups.preview']),
    'backups.remove': unless(always, BACKUPS, calls['backups.remove']),
    'backups.restore': unless(always, BACKUPS, calls['backups.restore']),
    'bots.create': unless(({ endpoint }) => (endpoint ?? null) === null, TEST_BOT, calls['bots.create']),
    'bots.update': unless(({ endpoint }) => endpoint === null, TEST_BOT, calls['bots.update']),
    'connection.authority': unless(always, ADDRESS, calls['connection.authority']),
    'connection.change': unless(needsComputer, ADDRESS, calls['connection.change']),
    'connection.importCertificate': unless(always, ADDRESS, calls['connection.importCertificate']),
    'connection.renewAuthority': unless(always, ADDRESS, calls['connection.renewAuthority']),
    'remoteAccess.change': unless(({ on }) => on === true, ADDRESS, calls['remoteAccess.change']),
    'setup.get': async (...asked) => ({
      ...(await calls['setup.get'](...asked)),
      notOffered: ['backups', 'network', 'testBot'],
      hasNodes: true,
    }),
  };
}

/** Throws if these settings want what such a host does not offer. */
export function requireForServer({
  bots,
  connection,
  remoteAccess,
}: Pick<SettingsState, 'connection' | 'remoteAccess'> & {
  readonly bots: readonly Pick<SettingsState['bots'][number], 'endpoint'>[];
}): void {
  const refused =
    needsComputer(connection) || remoteAccess.on
      ? ADDRESS
      : bots.some(({ endpoint }) => endpoint === null)
        ? TEST_BOT
        : undefined;
  if (refused !== undefined) throw new Error(toEnglish(refused));
}

function needsComputer({ way, own }: RouteInput<'connection.change'>): boolean {
  return way === 'lan' || way === 'tunnel' || (way !== 'local' && own?.fromNetwork === true);
}
