import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { NewFile } from './attachments.ts';
import type { Recording } from './recorder.tsx';

type RecorderState =
  | { readonly is: 'resting' }
  | { readonly is: 'asking' }
  | { readonly is: 'recording'; readonly recording: Recording };

export type Recorder = ReturnType<typeof useRecorder>;

const IDLE: RecorderState = { is: 'resting' };

/** Records voice messages in a chat; leaving the chat keeps the recording so far. */
export function useRecorder(attach: (files: readonly NewFile[]) => void) {
  const { t } = useTranslation('conversation');
  const desktop = useDesktop();
  const [state, setState] = useState<RecorderState>(IDLE);
  const current = useRef<{ readonly recording?: Recording; readonly attach: typeof attach }>({ attach });
  useEffect(() => {
    current.current = { ...current.current, attach };
  }, [attach]);

  const end = useCallback(async (keep: boolean): Promise<void> => {
    const { recording, attach: keepFor } = current.current;
    if (recording === undefined) return;
    current.current = { attach: keepFor };
    setState(IDLE);
    if (!keep) return recording.discard();
    const { file, seconds } = await recording.finish();
    keepFor([{ file, recorded: seconds }]);
  }, []);

  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      void end(true);
    };
  }, [end]);

  const start = async (): Promise<void> => {
    if (state.is !== 'resting') return;
    if (!('mediaDevices' in navigator)) return notifyError(t('attach.notSecure'), t('attach.notSecureMore'));
    setState({ is: 'asking' });
    try {
      await desktop?.call('useMicrophone');
      const { startRecording } = await import('./recorder.tsx');
      const recording = await startRecording({ name: t('attach.voiceName'), onEnd: () => void end(true) });
      if (!mounted.current) return recording.discard();
      current.current = { ...current.current, recording };
      setState({ is: 'recording', recording });
    } catch (error) {
      setState(IDLE);
      notifyError(...microphoneError(error));
    }
  };
  return { state, start: () => void start(), finish: () => end(true), discard: () => void end(false) };
}

function microphoneError(error: unknown): readonly [string, string] {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return [i18n.t('conversation:attach.microphoneDenied'), i18n.t('conversation:attach.microphoneDeniedMore')];
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return [i18n.t('conversation:attach.noMicrophone'), i18n.t('conversation:attach.noMicrophoneMore')];
  return [i18n.t('conversation:attach.microphoneBusy'), i18n.t('conversation:attach.microphoneBusyMore')];
}
