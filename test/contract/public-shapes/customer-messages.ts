/** What a chat client sends in public code, and what has to come of it. */
export interface CustomerShape {
  /** what is unusual about it */
  readonly name: string;
  /** posted one after the other, objects as JSON */
  readonly bodies: readonly (object | string | Buffer)[];
  readonly method?: string;
  /** after the message address */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly chunkSize?: number;
  /** of each answer */
  readonly status: number;
  /** in each answer, if it is an error */
  readonly error?: string;
  /** what the operator sees in the customer's chat; there is none if nothing is expected */
  readonly messages: readonly object[];
  /** of the customer's card */
  readonly customer?: object;
}

const text = (words: string, more: object = {}): object => ({ type: 'text', text: words, ...more });

export const customerShapes: readonly CustomerShape[] = [
  {
    name: 'a bridge with one constant message.id in all it sends',
    headers: { 'content-type': 'application/json', 'user-agent': 'python-requests/2.31.0', accept: '*/*' },
    bodies: ['First', 'Second'].map((words) => ({
      sender: { id: '324234234', name: 'Ivan [324234234]' },
      message: text(words, { id: 'customer_message_id' }),
    })),
    status: 200,
    messages: [text('First'), text('Second')],
    customer: { name: 'Ivan [324234234]' },
  },
  {
    name: 'a bridge whose sender.id is a string with texts and a number with files',
    bodies: [
      { sender: { id: '42', name: 'Ann' }, message: text('Look:', { id: 'New message' }) },
      {
        sender: { id: 42, name: 'Ann' },
        message: { type: 'document', file: 'https://cdn.example/a/bill', file_name: 'Ann' },
      },
    ],
    status: 200,
    messages: [text('Look:'), { type: 'document', file: 'https://cdn.example/a/bill', fileName: 'Ann' }],
  },
  {
    name: 'a photo without message.id and file_size, whose link holds a key',
    bodies: [
      {
        sender: { id: '12345', name: 'John Doe' },
        message: { type: 'photo', file: 'https://files.example/bot183:AAE/photos/file_100.jpg', file_name: '150.png' },
      },
    ],
    status: 200,
    messages: [{ type: 'photo', file: 'https://files.example/bot183:AAE/photos/file_100.jpg', fileName: '150.png' }],
  },
  {
    name: 'a mobile app: text/plain, a blank photo, a url that is none, unknown fields, neither file name nor size',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    bodies: [
      {
        sender: {
          id: 'a8f5',
          name: 'OlenaNaN',
          photo: ' ',
          email: 'o@shop.example',
          invite: 'Hello! (ios)',
          url: 'shop mobile',
        },
        message: {
          type: 'photo',
          id: 1_712_000_000_123,
          file: 'https://shop.example/uploads/chat/1.jpg',
          file_url: 'https://shop.example/uploads/chat/1.jpg',
        },
      },
    ],
    status: 200,
    messages: [{ type: 'photo', fileName: '1.jpg' }],
    customer: { name: 'OlenaNaN', email: 'o@shop.example', url: 'shop mobile' },
  },
  {
    name: 'a mobile app before its user is known: no sender.id',
    bodies: [
      { sender: { name: '' }, message: text('Hello', { id: 1 }) },
      { sender: { id: null }, message: text('Hello') },
    ],
    status: 400,
    error: 'sender.id',
    messages: [],
  },
  {
    name: 'null for all that is not known, and a recipient',
    bodies: [
      {
        sender: { id: 'user:4291', name: null, phone: null, email: null, photo: null, url: null, invite: null },
        recipient: null,
        message: text('🤖 You are great', { id: null, file: null, thumb: null }),
      },
    ],
    status: 200,
    messages: [text('🤖 You are great')],
  },
  {
    name: 'characters beyond ASCII as escapes, in pieces; a name and a phone that are numbers are left out',
    chunkSize: 16,
    bodies: [
      '{"sender": {"id": 77, "name": 1024, "phone": 4930123456}, "message": {"type": "text", "text": "\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442 \\ud83d\\ude42"}}',
    ],
    status: 200,
    messages: [text('Привет 🙂')],
    customer: { externalId: '77', name: undefined, phone: undefined },
  },
  {
    name: 'sizes as texts, and a byte order mark before it all',
    bodies: [
      `\uFEFF${JSON.stringify({
        sender: { id: '7' },
        message: {
          type: 'video',
          file: 'https://cdn.example/clip.mp4',
          file_name: 'clip.mp4',
          file_size: '183401',
          width: '640',
        },
      })}`,
    ],
    status: 200,
    messages: [{ type: 'video', fileName: 'clip.mp4' }],
  },
  {
    name: 'a slash at the end of the address',
    path: '/',
    bodies: [{ sender: { id: '7' }, message: text('Hello') }],
    status: 200,
    messages: [text('Hello')],
  },
  {
    name: 'a bridge that passes on a message without text',
    bodies: [
      { sender: { id: '7' }, message: text('') },
      { sender: { id: '7' }, message: text('None', { text: null }) },
    ],
    status: 400,
    error: 'message.text',
    messages: [],
  },
  {
    name: 'JSON that is glued together, with a line break inside a text',
    bodies: ['{"sender" :{"id":"7", "name":"Ann"},"message" :{ "type" : "text","text" : "Good\nmorning" } }'],
    status: 400,
    error: 'JSON',
    messages: [],
  },
  {
    name: 'a Java client whose text goes out in ISO 8859-1',
    headers: { 'content-type': 'application/json' },
    bodies: [Buffer.from('{"sender":{"id":"7"},"message":{"type":"text","text":"¿Qué tal?"}}', 'latin1')],
    status: 400,
    error: 'UTF-8',
    messages: [],
  },
  {
    name: 'a form instead of JSON',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bodies: ['sender[id]=7&message[type]=text&message[text]=Hello'],
    status: 400,
    error: 'JSON',
    messages: [],
  },
  {
    name: 'a look at the message address in a browser',
    method: 'GET',
    bodies: [''],
    status: 405,
    error: 'POST',
    messages: [],
  },
];
