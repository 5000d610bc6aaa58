/**
 * Every row of the tables of both interfaces, by the test files that prove them over HTTP: the beginnings of the names
 * of their tests, by the names of their groups, which begin with the section.
 */
export const INTERFACE_ROWS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'chat-channel/section-2-fields': {
    '2 Sender of a customer message': ['id', 'name', 'phone', 'email', 'photo', 'url', 'invite'],
    '2 Message, customer to service': ['type', 'id', 'text'],
    '2 Agent message, service to integrator': [
      ...['sender.name', 'sender.photo', 'recipient.id'],
      ...['message.type', 'message.id', 'message.text'],
    ],
    '2 Multimedia message fields': [
      ...['file', 'thumb', 'emoji', 'file_size', 'file_name', 'duration', 'width', 'height'],
      ...['text', 'performer', 'title', 'latitude', 'longitude'],
    ],
    '2 Error object (in replies to agent messages)': ['error.code', 'error.message'],
  },
  'chat-channel/section-3-states': {
    '3 Channel status values': ['0', '1'],
    '3 Typing indicator types': ['typein', 'typein: typing started; typeout'],
  },
  'chat-channel/section-4-endpoints': {
    '4.1 Channel status': ['GET {base_url}', 'Response 200', 'Response 404'],
    '4.2 Customer message': ['POST {base_url}', 'Payload', 'Response 200', 'Response 404'],
    '4.3 Agent message (integrator endpoint)': [
      ...['POST <integrator_https_endpoint>', 'Payload', 'requests are sent with a Content-Length'],
      ...['Normal response: status 200 with result ok', 'Normal response: status 200 with an error'],
    ],
    '4.4 Typing notifications': ['integrator to service', 'service to integrator'],
  },
  'chat-channel/addresses': { '404': ['is byte-identical for an unknown channel, a wrong secret'] },
  'chat-channel/section-6-types': {
    '6 message.type': [
      ...['text', 'typein', 'typeout', 'video', 'audio', 'voice', 'photo', 'sticker', 'document', 'location'],
    ],
  },
  'chat-channel/media-out': {
    '6 message.type to the integrator': ['%s: file, file_name, file_size', 'location: latitude, longitude'],
    '2 multimedia fields to the integrator': ['%s with every optional field'],
  },
  'chat-channel/section-7-errors': {
    '7 Errors': ['Customer message without sender.id', 'Any non-200 response from the service'],
  },
  'chat-channel/delivery': {
    'every invalid response is a failure with its reason': ['no answer', '500', 'a reset connection'],
    'a response with an error': ['is shown at once with its code and message'],
  },
  'chat-channel/section-8-limits': {
    '8 Limits': [
      ...['message.text length', 'Delivery to the integrator endpoint', 'Time before an error event is returned'],
      'Window for updating integrator software',
    ],
  },
  'bots/section-2-fields': {
    '2 Common identifiers': ['id', 'client_id', 'chat_id', 'event'],
    '2 CLIENT_MESSAGE payload': [
      ...['is exactly these fields', 'site_id', 'agents_online', 'sender.id', 'sender.name and sender.url'],
      ...['sender.has_contacts', 'message.text', 'message.timestamp', 'channel.id', 'channel.type'],
    ],
    '2 BOT_MESSAGE message variants': ['TEXT', 'MARKDOWN', 'BUTTONS', 'Button object'],
    '2 CLIENT_INFO payload': ['client.email, client.phone and client.name'],
    '2 Error body': ['error.code and error.message'],
  },
  'bots/section-3-states': { '3 States and transitions': ['Client message arrives'] },
  'bots/presence': { INVITE_AGENT: ['with an operator online', 'without one: AGENT_UNAVAILABLE'] },
  'bots/hand-over': { 'a failing provider loses the chat to the operators, and the chat shows why': ['it %s'] },
  'bots/section-4-endpoints': {
    '4.1 Service endpoint (provider to service)': [
      ...['POST {bot_url}', 'BOT_MESSAGE', 'INVITE_AGENT', 'CLIENT_INFO', 'INIT_RATE'],
    ],
    '4.2 Provider endpoint (service to provider)': ['POST <provider_endpoint>', 'Payload', 'Response %i: success'],
  },
  'bots/section-5-authentication': {
    '5 Authentication': [
      ...['the token in the URL is what authenticates', 'every request to the provider carries the token'],
      ...['an unknown token, provider or both: 401 invalid_client', 'an Authorization header %j: 401'],
    ],
  },
  'bots/shared-token': { 'a token shared by several bots': ['none of them is authenticated'] },
  'bots/section-6-events': {
    '6 Events': [
      ...['CLIENT_MESSAGE', 'BOT_MESSAGE', 'INVITE_AGENT', 'AGENT_UNAVAILABLE', 'CHAT_CLOSED', 'CLIENT_INFO'],
      ...['INIT_RATE', 'CLIENT_RATED'],
    ],
  },
  'bots/section-7-errors': {
    '7 HTTP status codes of the service': ['400', '404', '405'],
    '7 HTTP status codes of the provider': ['400', '401', '403', '404', '405', '429', '500', '502', '503', '504'],
  },
  'bots/held-back': { 'a bot that no longer has the chat': ['%s: 403, nothing reaches the customer'] },
  openapi: {
    '': ['200', '400', '401', '403', '405', '429', '503'].map(
      (status) => `/webhooks/{providerId}/{token} post ${status}`,
    ),
  },
  'bots/section-8-limits': {
    '8 Limits': [
      ...[
        'Request timeout',
        'Retries: 2',
        'Time window for updating provider software',
        'Buttons in a BUTTONS message',
      ],
      'Requests per hour accepted by the service',
    ],
  },
  'bots/hourly-limit': {
    'the hourly limit': [
      'answers 429 with exactly that body and Retry-After',
      'answers every event of a blocked bot with 429',
    ],
  },
};
