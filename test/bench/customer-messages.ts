const TEXT = 'The lamp that came yesterday is green, and I had ordered a blue one. '.repeat(5);

/** Makes message bodies of so many customers in turn: 300 bytes of text each, every message with an id of its own. */
export function customerMessages(customers: number, prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const id = `${prefix}-${count}`;
    const sender = { id: `${prefix}-customer-${count % customers}`, name: 'Ann' };
    return JSON.stringify({ sender, message: { type: 'text', id, text: `${id} ${TEXT}`.slice(0, 300) } });
  };
}
