import { z } from 'zod';
import { allRoutes } from '#main/console/all-routes.ts';
import { apiRoutes, type ApiRouteName, apiSchemas } from '#shared/contract/api.ts';
import { phraseSchema } from '#shared/domain/phrase.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts';

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];
const refusals = [
  '400: the input is wrong, and `issues` names each field',
  '401: the key is missing, wrong or removed',
  '403: programs may not ask for this',
  '404: there is no such chat, customer or request',
  '409: it is not possible now, and `code` says why',
  '429: too many requests, or too many wrong keys from this address; `Retry-After` says how many seconds to wait',
  '503: nothing can be stored right now, so it has to be sent again',
];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The requests that programs may make (docs/api.md), for this version of Counterbell. */
export function apiDocument(version: string) {
  const names = Object.keys(apiRoutes) as ApiRouteName[];
  const schemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(apiSchemas)) schemas.add(schema, { id });
  const problem = z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  });
  schemas.add(problem, { id: 'Problem' });
  schemas.add(phraseSchema, { id: 'Phrase' });
  const paths = names.map((name) => {
    const route: { readonly says: string; readonly answer?: z.ZodType } = apiRoutes[name];
    const answer = route.answer ?? allRoutes[name].output;
    if (answer === undefined) throw new Error(`${name} has no schema of its answer`);
    schemas.add(allRoutes[name].input, { id: `${name}.input` });
    if (!schemas.has(answer)) schemas.add(answer, { id: `${name}.answer` });
    const data = ref(schemas.get(answer)?.id ?? '');
    const success = json({ type: 'object', required: ['ok', 'data'], properties: { ok: { const: true }, data } });
    return [
      `/rpc/${name}`,
      {
        post: {
          operationId: name,
          summary: route.says,
          requestBody: json(ref(`${name}.input`)),
          responses: {
            200: { description: 'Done, and on disk', ...success },
            default: { $ref: '#/components/responses/Refused' },
          },
        },
      },
    ];
  });
  const { schemas: all } = z.toJSONSchema(schemas, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: withoutIntegerRange,
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterbell: requests of programs',
      version,
      description: 'docs/api.md explains it, with examples. Fields are only added: ignore those that you do not know.',
    },
    servers: [{ url: '{base}', variables: { base: { default: 'https://desk.example' } } }],
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      responses: { Refused: { description: refusals.join('. '), ...json(ref('Problem')) } },
      schemas: Object.fromEntries(
        Object.entries(all).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
      ),
    },
  };
}

/** The range of JavaScript's integers is no rule of the interfaces. */
export function withoutIntegerRange({ jsonSchema: node }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
}
