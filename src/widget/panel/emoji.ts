/** A small choice for customers. */
export const EMOJI = Array.from(
  '😀😄😊🙂😉😍🥰😘😅😂🤣🤔🤗😎🥳😇😐😕🙁😢😭😡😱😴🤒🙄👍👎👌✌️🤝🙏👏🙌💪👋🤞🤷❤️🧡💛💚💙💜🔥✨🎉🎁⭐☀️🌈🌷🌲🐶🐱☕🍰🍕🍷🚗🚚✈️📦🛒💳💡📷📍✅❌❓❗⏰'.matchAll(
    /\p{Emoji}️?/gu,
  ),
  ([emoji]) => emoji,
);
