/** Where a channel is reached: its full addresses, or masked ones for showing. */
export interface SnippetAddresses {
  readonly message: string;
  readonly status: string;
}

export interface Snippets {
  /** asks whether somebody is online */
  readonly status: string;
  /** sends a customer's text message */
  readonly send: string;
  /** takes the replies */
  readonly replies: string;
}

const sample = {
  sender: { id: '42', name: 'Anna', email: 'anna@example.com' },
  message: { type: 'text', id: '1', text: 'Is the blue one in stock?' },
};

/** Ready-to-paste commands for a shell; the last one plays Counterbell towards a reply address. */
export function curlSnippets(addresses: SnippetAddresses, publicId: string): Snippets {
  const reply = {
    sender: { name: 'Olga' },
    recipient: { id: '42' },
    message: { type: 'text', id: '7', text: 'Yes, three of them.' },
  };
  return {
    status: `curl ${quoted(addresses.status)}`,
    send: [
      `curl ${quoted(addresses.message)} \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoted(bodyLines(sample))}`,
    ].join('\n'),
    replies: [
      `curl ${quoted(`http://localhost:3000/${publicId}`)} \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoted(bodyLines(reply))}`,
    ].join('\n'),
  };
}

/** The same for JavaScript; the last one is a whole program for Node. */
export function javascriptSnippets(addresses: SnippetAddresses): Snippets {
  return {
    status: [
      `const response = await fetch(${JSON.stringify(addresses.status)});`,
      `const online = (await response.json()) === 1;`,
    ].join('\n'),
    send: [
      `await fetch(${JSON.stringify(addresses.message)}, {`,
      `  method: 'POST',`,
      `  headers: { 'Content-Type': 'application/json' },`,
      `  body: JSON.stringify({`,
      `    sender: { id: '42', name: 'Anna', email: 'anna@example.com' },`,
      `    message: { type: 'text', id: '1', text: 'Is the blue one in stock?' },`,
      `  }),`,
      `});`,
    ].join('\n'),
    replies: [
      `import { createServer } from 'node:http';`,
      ``,
      `createServer(async (request, response) => {`,
      `  let body = '';`,
      `  for await (const part of request.setEncoding('utf8')) body += part;`,
      `  const { sender, recipient, message } = JSON.parse(body);`,
      `  if (message.type === 'text') {`,
      `    // Show it in the chat window of the customer recipient.id.`,
      `    console.log(\`\${sender.name} to \${recipient.id}: \${message.text}\`);`,
      `  }`,
      `  response.setHeader('Content-Type', 'application/json');`,
      `  response.end(JSON.stringify({ result: 'ok' }));`,
      `}).listen(3000);`,
    ].join('\n'),
  };
}

/** JSON with one part a line, so that it can be read. */
function bodyLines(body: Readonly<Record<string, unknown>>): string {
  return `{${Object.entries(body)
    .map(([part, value]) => `"${part}":${JSON.stringify(value)}`)
    .join(',\n       ')}}`;
}

/** In single quotes, as a shell takes it literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
