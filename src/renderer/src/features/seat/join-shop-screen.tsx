import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { useRouteQuery } from '#renderer/rpc/ask.ts';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { DesktopApi, InvitedShop, Joining, SeatStatus } from '#shared/contract/desktop.ts';
import { readInvitation } from '#shared/domain/invitation.ts';
import { Frame } from './lost-seat-screen.tsx';

type Asking =
  | { readonly at: 'link'; readonly problem?: string }
  | { readonly at: 'offer'; readonly link: string; readonly offer: InvitedShop; readonly problem?: string };
type Step =
  | Asking
  /** a link opened the app; anybody can have made it, so nobody is called before it is confirmed */
  | { readonly at: 'opened' }
  /** the app restarts */
  | { readonly at: 'joined'; readonly shop: string };

interface JoinShopScreenProps {
  readonly desktop: DesktopApi;
  /** of a link that opened the app; empty: it is pasted here */
  readonly code: string;
  /** seat with which this app has joined */
  readonly seat: SeatStatus | undefined;
}

/** Makes this app a colleague's window: asks for their invitation, says what it is for, and joins. */
export function JoinShopScreen({ desktop, code, seat }: JoinShopScreenProps) {
  const { t } = useTranslation('team');
  const [step, setStep] = useState<Step>({ at: code === '' ? 'link' : 'opened' });
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const isSetUp = useRouteQuery('setup.get', {}).data?.done === true;

  const ask = async <T,>(call: () => Promise<Joining<T>>, then: (data: T) => Step, back: Asking): Promise<void> => {
    setPending(true);
    const answer = await call().catch(() => undefined);
    if (answer?.ok === true) setStep(then(answer.data));
    else setStep({ ...back, problem: answer === undefined ? t('seat.failed') : formatPhrase(answer.error.reason) });
    setPending(false);
  };
  const look = (link: string): Promise<void> =>
    ask(
      () => desktop.call('lookAtInvitation', link),
      (offer) => ({ at: 'offer', link, offer }),
      { at: 'link' },
    );

  switch (step.at) {
    case 'opened':
      return (
        // Of its own, so that a second press of Enter does not meet the next step's button.
        <Frame key="opened" title={t('seat.title')} lead={t('seat.opened')}>
          <Addresses addresses={addressesIn(code)} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setStep({ at: 'link' })}>{t('seat.other')}</Button>
            <Button variant="primary" pending={pending} onClick={() => void look(code)}>
              {t('seat.look')}
            </Button>
          </div>
        </Frame>
      );
    case 'link':
      return (
        <Frame title={t('seat.title')} lead={t('seat.lead')}>
          <LinkForm problem={step.problem} pending={pending} onLink={(link) => void look(link)} />
          <Button variant="quiet" className="self-center text-ink-quiet" onClick={() => navigate('/')}>
            {seat === undefined ? t(isSetUp ? 'seat.toInbox' : 'seat.back') : t('seat.backTo', { shop: seat.shop })}
          </Button>
        </Frame>
      );
    case 'offer':
      return (
        <Frame
          title={t('seat.offer', { shop: step.offer.shop })}
          lead={`${t('seat.as', { name: step.offer.name })} ${t('seat.thenRestarts')}`}
        >
          <Addresses addresses={step.offer.addresses} />
          {step.problem !== undefined && (
            <p role="alert" className="text-ui text-urgent">
              {step.problem}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setStep({ at: 'link' })}>{t('seat.other')}</Button>
            <Button
              variant="primary"
              pending={pending}
              onClick={() =>
                void ask(
                  () => desktop.call('join', step.link),
                  ({ shop }) => ({ at: 'joined', shop }),
                  step,
                )
              }
            >
              {t('seat.join')}
            </Button>
          </div>
        </Frame>
      );
    case 'joined':
      return <Frame title={t('seat.joined', { shop: step.shop })} lead={t('seat.restarts')} />;
  }
}

/** Whom an invitation would call; none, if it cannot be read. */
function addressesIn(code: string): readonly string[] {
  const invitation = readInvitation(code);
  return typeof invitation === 'string'
    ? []
    : invitation.addresses.map((address) => (typeof address === 'string' ? address : address.u));
}

function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  const { t } = useTranslation('team');
  if (addresses.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-ui">
      <p className="font-medium">{t('seat.addresses')}</p>
      <ul className="text-ink-quiet">
        {addresses.map((address) => (
          <li key={address} className="wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinkFormProps {
  readonly problem: string | undefined;
  readonly pending: boolean;
  readonly onLink: (link: string) => void;
}

function LinkForm({ problem, pending, onLink }: LinkFormProps) {
  const { t } = useTranslation('team');
  const [link, setLink] = useState('');
  const [wrong, setWrong] = useState<'noCode' | 'empty'>();
  const [reading, setReading] = useState(false);
  const read = async (picture: File | undefined): Promise<void> => {
    if (picture === undefined) return;
    setReading(true);
    const found = await readCode(picture);
    setReading(false);
    if (found === undefined) return setWrong('noCode');
    setWrong(undefined);
    setLink(found);
    onLink(found);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (link.trim() === '') setWrong('empty');
    else onLink(link.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('seat.link')}
        hint={t('seat.linkHint')}
        error={wrong === undefined ? problem : t(`seat.${wrong}`)}
      >
        <Input
          autoFocus
          value={link}
          onPaste={({ clipboardData }) => void read(clipboardData.files[0])}
          onDrop={({ dataTransfer }) => void read(dataTransfer.files[0])}
          onChange={({ target }) => {
            setLink(target.value);
            setWrong(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-between gap-2">
        <FileButton accept="image/*" label={t('seat.picture')} pending={reading} onFile={(file) => void read(file)}>
          {t('seat.picture')}
        </FileButton>
        <Button variant="primary" type="submit" pending={pending}>
          {t('seat.look')}
        </Button>
      </div>
    </form>
  );
}

/** Bytes of a picture, and pixels of its longer side when it is searched: a photo from a phone is larger than needed. */
const MAX_BYTES = 30_000_000;
const MAX_SIDE = 1600;
const LIMIT = 2000;

async function readCode(picture: Blob): Promise<string | undefined> {
  if (picture.size > MAX_BYTES) return undefined;
  try {
    const { decodeQR } = await import('qr/decode.js');
    const bitmap = await createImageBitmap(picture);
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) return undefined;
    // Codes with a transparent ground are dark on nothing.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return decodeQR(context.getImageData(0, 0, width, height), { timeLimit: LIMIT });
  } catch {
    return undefined;
  }
}
