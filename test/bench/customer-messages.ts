const BODY_SIZE = 300;
const PADDING = 'The lamp that came yesterday is green, and I had ordered a blue one. '.repeat(5);

/** Creates message bodies of this many customers in turn: 300 bytes each, each message with a new id. */
export function customerMessages(customers: number, prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const before = `{"sender":{"id":"${prefix}-customer-${count % customers}","name":"Ann"},"message":{"type":"text","id":"${prefix}-${count}","text":"`;
    return `${before}${PADDING.slice(0, BODY_SIZE - before.length - 3)}"}}`;
  };
}
