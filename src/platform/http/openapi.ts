import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

export type ApiDescription = {
  readonly version: string
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly securitySchemes?: Readonly<Record<string, object>>
}

/** Registered before any route, so that every route's schema is gathered. */
export async function addOpenApi(app: FastifyInstance, api: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quittance',
        version: api.version,
        description: 'Invoices, payments and payment reports.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // The document is the same wherever it is served from.
      servers: [{ url: '/' }],
      tags: [
        ...(api.tags ?? []),
        { name: 'Health', description: 'For machines that watch the service.' },
      ],
      components: { securitySchemes: (api.securitySchemes ?? {}) as never },
    },
    refResolver: {
      buildLocalReference: (schema, _baseUri, _fragment, index) =>
        typeof schema['$id'] === 'string' ? schema['$id'] : `schema-${index}`,
    },
  })
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(document)
  })
}
