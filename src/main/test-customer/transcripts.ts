import type { TestLine } from '#shared/contract/test-customer.ts';

/** One test customer on one channel. */
export interface Transcript {
  /** as the console knows the channel; absent until somebody opened it since the start */
  channelId?: string;
  readonly publicId: string;
  readonly senderId: string;
  name: string;
  operatorTyping: boolean;
  readonly lines: TestLine[];
}

export interface Transcripts {
  /** the customer's transcript, new where there was none; becomes the latest used */
  readonly of: (publicId: string, senderId: string) => Transcript;
  readonly append: (transcript: Transcript, line: TestLine) => void;
  readonly all: () => Iterable<Transcript>;
}

export interface TranscriptLimits {
  readonly sessions: number;
  readonly lines: number;
}

/** Keeps the latest transcripts and their latest lines, in memory only. */
export function keepTranscripts(limits: TranscriptLimits): Transcripts {
  const byCustomer = new Map<string, Transcript>();
  return {
    of: (publicId, senderId) => {
      const key = `${publicId} ${senderId}`;
      const transcript = byCustomer.get(key) ?? { publicId, senderId, name: '', operatorTyping: false, lines: [] };
      byCustomer.delete(key);
      byCustomer.set(key, transcript);
      const [oldest] = byCustomer.keys();
      if (byCustomer.size > limits.sessions && oldest !== undefined) byCustomer.delete(oldest);
      return transcript;
    },
    append: (transcript, line) => {
      transcript.lines.push(line);
      if (transcript.lines.length > limits.lines) transcript.lines.shift();
    },
    all: () => byCustomer.values(),
  };
}
