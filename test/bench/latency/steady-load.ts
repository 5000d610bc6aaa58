import { httpRequest } from '../../fixtures/http-request.ts';

/** Posts messages of as many customers to the first argument's address, as many a second as the second says. Prints a line when it has begun; ends with SIGTERM. */
const [, , url = '', rate = '50'] = process.argv;
let count = 0;
setInterval(
  () => {
    count += 1;
    const name = `Customer ${String(count % 40)}`;
    const message = { type: 'text', text: `Number ${String(count)}: when does my order come?` };
    void httpRequest(url, { method: 'POST', body: JSON.stringify({ sender: { id: name, name }, message }) });
  },
  1000 / Number(rate),
);
console.log('begun');
