import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import { textsIn } from '#renderer/language/i18n.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ActionButton, ConfirmButton } from '#renderer/components/actions.tsx';
import { LostSecretNotice, SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';
import { Group } from '../parts/section.tsx';
import { CodeBlock, CopiedLine } from '../parts/snippet.tsx';
import { scriptLine } from '#shared/domain/site-addresses.ts';

const t = textsIn(['website', 'channels']);
const MASK = '••••••••••••••••';

/** For developers of the website: the channel's id, the key of its signatures, and what pages can ask of the window. */
export function ForDevelopersOfSite({ channel }: { readonly channel: Channel }) {
  const line = scriptLine(usePublicAddress(), channel);
  return (
    <>
      <Group title={t('channels:publicId')} lead={t('developers.publicIdLead')}>
        <CopiedLine text={channel.publicId} copyLabel={t('developers.copyPublicId')} />
      </Group>
      <IdentityKey channel={channel} />
      <Group title={t('developers.api')} lead={t('developers.apiLead')}>
        <CodeBlock label={t('developers.api')} text={apiExample(line)} className="px-3 py-2.5" />
      </Group>
    </>
  );
}

/** The key with which a website signs who is signed in there. */
function IdentityKey({ channel: { id: channelId, name, secretLost } }: { readonly channel: Channel }) {
  const { call } = useConsole();
  const { mutateAsync: renew } = useRouteMutation('channels.renewSecret', 'channels.list');
  const key = useOnDemand(
    async () => (await call('sites.addresses', { channelId })).identityKey,
    t('developers.notShown'),
  );
  return (
    <Group
      title={t('developers.key')}
      lead={t('developers.keyLead')}
      action={
        secretLost !== true && <ShowButton secret={key} labels={[t('developers.showKey'), t('developers.hideKey')]} />
      }
    >
      {secretLost !== true && (
        <SecretLine
          label={t('developers.keyLabel')}
          hint={t('developers.keyHint')}
          text={key.full ?? MASK}
          copyLabel={t('developers.copyKey')}
          onCopy={key.fetch}
        />
      )}
      <div className="self-start">
        <ConfirmButton
          label={t('developers.renew')}
          title={t('developers.renewAsk', { name })}
          will={[t('developers.renewWill.1'), t('developers.renewWill.2')]}
          failed={t('developers.notRenewed')}
          act={() => renew({ channelId }).then(key.hide)}
          done={t('developers.renewed')}
        />
      </div>
    </Group>
  );
}

/** The whole of `counterbell(…)` in one page. */
function apiExample(line: string): string {
  return [
    `<script>`,
    `  window.counterbell ||= function () {`,
    `    (counterbell.q ||= []).push(arguments);`,
    `  };`,
    `  counterbell('identify', {`,
    `    id: '42', name: 'Anna', email: 'anna@example.com',`,
    `    signature: '…', // HMAC-SHA-256 of the id, made on your server`,
    `  });`,
    `  counterbell('on', 'unread', (count) => console.log(count));`,
    `</script>`,
    line,
    ``,
    `<button onclick="counterbell('open')">Chat</button>`,
  ].join('\n');
}

/** Says that the channel's key can no longer be read, and what renewing it means. */
export function LostKey({ channel: { id: channelId } }: { readonly channel: Channel }) {
  const { mutateAsync: renew } = useRouteMutation('channels.renewSecret', 'channels.list');
  return (
    <>
      <LostSecretNotice title={t('lost.title')}>{t('lost.what')}</LostSecretNotice>
      <Group title={t('lost.renewTitle')} lead={t('lost.renewLead')}>
        <ActionButton
          variant="primary"
          className="self-start"
          failed={t('developers.notRenewed')}
          act={() => renew({ channelId })}
          done={t('developers.renewed')}
        >
          {t('developers.renew')}
        </ActionButton>
      </Group>
      <hr className="border-t" />
    </>
  );
}
