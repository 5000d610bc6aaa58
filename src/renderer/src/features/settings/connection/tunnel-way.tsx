import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionChange, ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { Facts } from './facts.tsx';
import { SecretField } from './secret-field.tsx';
import { type TunnelField, tunnelFields } from './tunnel-fields.tsx';
import { listed, typed } from './typed-rules.ts';
import { useSaveConnection } from './use-save-connection.ts';
import { isWayInUse, UseWay } from './use-way.tsx';

const kinds: readonly TunnelKind[] = ['cloudflare', 'ssh', 'ngrok'];

/** A tunnel: through what, what that costs and keeps, and what it needs. */
export function TunnelWay({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const [looked, setLooked] = useState<TunnelKind>();
  const kind = looked ?? view.settings.tunnel.kind;
  const facts: TunnelField = { is: 'part', name: 'facts', part: <KindFacts view={view} kind={kind} /> };
  return (
    <>
      <p className="text-ui text-ink-quiet">{t('way.tunnel.means')}</p>
      <ChoiceCards<TunnelKind>
        label={t('tunnel.kinds')}
        value={kind}
        onChoose={setLooked}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={kinds.map((each) => ({
          value: each,
          title: t(`tunnelKinds.kind.${each}.title`),
          mark: isWayInUse(view, 'tunnel', each) ? t('inUse') : undefined,
        }))}
      />
      <Fields key={`${kind} fields`} view={view} fields={tunnelFields[kind](view, facts, t)} />
      <UseWay key={kind} view={view} way="tunnel" kind={kind} name={t(`tunnelKinds.kind.${kind}.inSentence`)} />
    </>
  );
}

interface KindProps {
  readonly view: ConnectionView;
  readonly kind: TunnelKind;
}

/** What there is to know about a kind of tunnel, as it is set, before choosing it. As the providers said in 2026: prices and limits are theirs to change. */
function KindFacts({ view, kind }: KindProps) {
  const { t } = useTranslation('connection');
  const { mode } = view.settings.tunnel.cloudflare;
  const of = kind !== 'cloudflare' ? kind : mode === 'quick' ? 'cloudflareQuick' : 'cloudflareNamed';
  return (
    <Facts
      facts={[
        [t('means'), t(`tunnelFacts.${of}.about`)],
        [t('costs'), t(`tunnelFacts.${of}.cost`)],
        [t('address'), t(`tunnelFacts.${of}.address`)],
        [t('account'), t(`tunnelFacts.${of}.account`)],
        [t('limits'), t(`tunnelFacts.${of}.limits`)],
        [t('needs'), t(`tunnelFacts.${of}.needs`)],
        [t('privacy'), t(`tunnelFacts.${of}.privacy`)],
      ]}
    />
  );
}

/** The fields of a kind, whatever the kind, each saved as one leaves it. */
function Fields({ view, fields }: Pick<KindProps, 'view'> & { readonly fields: readonly TunnelField[] }) {
  return fields.map((field) => {
    switch (field.is) {
      case 'part':
        return <Fragment key={field.name}>{field.part}</Fragment>;
      case 'secret':
        return <SecretField key={field.name} view={view} secret={field.name} hint={field.hint} long={field.long} />;
      case 'more':
        return (
          <Collapsible.Root key="more">
            <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
              <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
              {field.label}
            </Collapsible.Trigger>
            <Collapsible.Panel className="flex flex-col gap-5 pt-3">
              <Fields view={view} fields={field.fields} />
            </Collapsible.Panel>
          </Collapsible.Root>
        );
      default:
        return <Setting key={field.name} view={view} field={field} />;
    }
  });
}

interface SettingProps {
  readonly view: ConnectionView;
  readonly field: Extract<TunnelField, { readonly label: string; readonly name: string }>;
}

function Setting({ view, field }: SettingProps) {
  const save = useSaveConnection();
  const { label, hint } = field;
  const name = `tunnel.${field.name}`;
  const [kind = '', setting = ''] = field.name.split('.');
  const saved = valueAt(valueAt(view.settings.tunnel, kind), setting);
  const changeTo = (value: unknown): ConnectionChange => ({ tunnel: { [kind]: { [setting]: value } } });
  if (field.is === 'switch')
    return <ConnectionSwitch name={name} label={label} hint={hint} checked={saved === true} changeTo={changeTo} />;
  if (field.is === 'text') {
    const { as, placeholder, rule = as === 'list' ? typed.addresses : typed.publicUrl } = field;
    return (
      <ConnectionText
        name={name}
        label={label}
        hint={hint}
        placeholder={placeholder}
        inputMode={as === 'number' ? 'numeric' : as === 'address' ? 'url' : undefined}
        saved={textOf(saved)}
        rule={rule}
        changeTo={(text) => changeTo(typedAs[as](text))}
      />
    );
  }
  const { choices } = field;
  const choose = (value: string): void => save({ field: name, label, before: textOf(saved), value, changeTo });
  const value = (choices.find((each) => each.value === saved) ?? choices.at(-1))?.value ?? '';
  if (field.is === 'cards') return <ChoiceCards label={label} value={value} onChoose={choose} choices={choices} />;
  return (
    <Field label={label} hint={hint}>
      <Select
        value={value}
        className="self-start"
        choices={choices.map(({ value: each, title }) => ({ value: each, label: title }))}
        onValueChange={choose}
      />
    </Field>
  );
}

function valueAt(settings: unknown, name: string): unknown {
  return typeof settings === 'object' && settings !== null ? Reflect.get(settings, name) : undefined;
}

/** What is kept, as it is typed. */
function textOf(saved: unknown): string {
  if (Array.isArray(saved)) return saved.join(', ');
  return typeof saved === 'string' || typeof saved === 'number' ? String(saved) : '';
}

/** What is typed, as it is kept. */
const typedAs = {
  words: (text: string) => text,
  number: Number,
  address: (text: string) => (text === '' ? null : text),
  list: listed,
} as const;
