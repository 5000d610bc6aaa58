import { File, Image, MapPin, Mic, Music, Paperclip, SendHorizontal, Smile, TextQuote, Video } from 'lucide-react';
import { type SyntheticEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestSample } from '#shared/contract/test-customer.ts';
import { IconButton } from '#renderer/components/button.tsx';
import { isPressed } from '#renderer/components/command-table.ts';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { useTypingSignal } from '../use-typing-signal.ts';

const samples: readonly (readonly [TestSample, ReactNode])[] = [
  ['photo', <Image key="icon" />],
  ['sticker', <Smile key="icon" />],
  ['document', <File key="icon" />],
  ['audio', <Music key="icon" />],
  ['voice', <Mic key="icon" />],
  ['video', <Video key="icon" />],
  ['location', <MapPin key="icon" />],
  ['long_text', <TextQuote key="icon" />],
];

interface ComposerProps {
  /** `onFailed` where it could not be handed over, so that the words come back */
  readonly onSend: (text: string, onFailed: () => void) => void;
  readonly onSample: (sample: TestSample) => void;
  readonly onTyping: (typing: boolean) => Promise<unknown>;
}

/** Where the customer writes: Enter sends, Shift+Enter breaks the line. */
export function Composer({ onSend, onSample, onTyping }: ComposerProps) {
  const { t } = useTranslation('channels');
  const [text, setText] = useState('');
  const typing = useTypingSignal(onTyping);

  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const words = text;
    if (words.trim() === '') return;
    setText('');
    typing.stopped();
    onSend(words, () => setText((later) => (later === '' ? words : `${words}\n${later}`)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && isPressed(event, 'send')) send(event);
  };

  return (
    <form onSubmit={send} className="flex items-end gap-1 border-t px-3 py-2.5">
      <Menu side="top" trigger={<IconButton label={t('testCustomer.attach')} icon={<Paperclip />} />}>
        {samples.map(([sample, icon]) => (
          <MenuItem key={sample} icon={icon} onSelect={() => onSample(sample)}>
            {t(`testCustomer.sample.${sample}`)}
          </MenuItem>
        ))}
      </Menu>
      <textarea
        aria-label={t('testCustomer.compose')}
        placeholder={t('testCustomer.placeholder')}
        value={text}
        rows={1}
        maxLength={20_000}
        autoFocus
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value.trim() === '') typing.stopped();
          else typing.typed();
        }}
        className="field-sizing-content max-h-[144px] min-h-8 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-[5px] text-message outline-hidden"
      />
      <IconButton
        type="submit"
        label={t('testCustomer.send')}
        icon={<SendHorizontal />}
        disabled={text.trim() === ''}
        className="rounded-full bg-shop text-shop-ink not-data-disabled:hover:bg-shop"
      />
    </form>
  );
}
