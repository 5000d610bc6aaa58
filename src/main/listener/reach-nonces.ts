export interface ReachNonces {
  /** answers this nonce until the returned function is called */
  readonly expect: (nonce: string, answer: string) => () => void;
  readonly answerTo: (nonce: string) => string | undefined;
}

/** The nonces that are on their way through the public address right now. */
export function createReachNonces(): ReachNonces {
  const answers = new Map<string, string>();
  return {
    expect: (nonce, answer) => {
      answers.set(nonce, answer);
      return () => answers.delete(nonce);
    },
    answerTo: (nonce) => answers.get(nonce),
  };
}
