import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import { Failure } from '../errors/failure-contract.ts'
import { onFirstUse } from '../errors/on-first-use.ts'
import { StaticResponse } from '../pages/static-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The body's contract, for the documentation only: the route reads its body itself, because it has
     * something to say before it looks at the content, or more to say about it than a schema can.
     */
    documentedBody?: object
    /** For a documented body that is optional. */
    isBodyOptional?: boolean
    /** The query's contract, likewise, and that of the headers. */
    documentedQuery?: object
    documentedHeaders?: object
    /** Path parameters that have one value: the documented path has the value, so that it cannot be mistaken for another. */
    documentedParameters?: Readonly<Record<string, string>>
    /** The contracts of responses, for the documentation only: the route writes JSON itself, as exact numbers. */
    documentedResponses?: Readonly<Record<number, object>>
  }
}

export type ApiDescription = {
  readonly version: string
  /** Markdown, shown before the operations. */
  readonly introduction?: string
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly securitySchemes?: Readonly<Record<string, object>>
  /** Contracts that several responses refer to by their `$id`. */
  readonly schemas?: readonly object[]
}

/** Marks an operation with an optional body while it is being described; not in the document. */
const OPTIONAL_BODY = 'x-optional-body'

/** Registered before any route, so that every route's schema is gathered. */
export async function addOpenApi(
  app: FastifyInstance,
  api: ApiDescription,
  { isServed }: { readonly isServed: boolean },
): Promise<void> {
  for (const schema of [Failure, ...(api.schemas ?? [])]) app.addSchema(schema)
  if (!isServed) return
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quittance',
        version: api.version,
        description: api.introduction ?? '',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // The document is the same wherever it is served from.
      servers: [{ url: '/' }],
      tags: [...(api.tags ?? []), { name: 'Health', description: 'For machines that watch the service.' }],
      components: { securitySchemes: (api.securitySchemes ?? {}) as never },
    },
    transform: ({ schema, url, route }) => ({
      url: documentedUrl(url, route.config),
      schema: documented(schema, route.config),
    }),
    transformObject: (made) => ('openapiObject' in made ? withOptionalBodies(made.openapiObject) : {}),
    refResolver: {
      buildLocalReference: (schema, _baseUri, _fragment, index) =>
        typeof schema['$id'] === 'string' ? schema['$id'] : `schema-${index}`,
    },
  })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
  const document = onFirstUse(() => new StaticResponse(JSON.stringify(app.swagger()), headers))
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, async (request, reply) =>
    document().send(request, reply),
  )
}

function documented(schema: FastifySchema | undefined, config: FastifyContextConfig = {}): FastifySchema {
  const { documentedBody, documentedQuery, documentedHeaders, documentedParameters, documentedResponses } = config
  const response = { ...documentedResponses, ...(schema?.response as object | undefined) }
  return {
    ...schema,
    ...(documentedBody === undefined ? {} : { body: documentedBody }),
    ...(config.isBodyOptional === true ? { [OPTIONAL_BODY]: true } : {}),
    ...(documentedQuery === undefined ? {} : { querystring: documentedQuery }),
    ...(documentedHeaders === undefined ? {} : { headers: documentedHeaders }),
    ...(documentedParameters === undefined ? {} : { params: withoutMembers(schema?.params, documentedParameters) }),
    ...(Object.keys(response).length === 0 ? {} : { response }),
  }
}

function documentedUrl(url: string, { documentedParameters = {} }: FastifyContextConfig = {}): string {
  return Object.entries(documentedParameters).reduce((path, [name, value]) => path.replace(`:${name}`, value), url)
}

type ObjectSchema = { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] }

function withoutMembers(schema: unknown, names: Readonly<Record<string, unknown>>): object {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  const isKept = (name: string): boolean => !Object.hasOwn(names, name)
  const kept = Object.entries(properties).filter(([name]) => isKept(name))
  return { type: 'object', properties: Object.fromEntries(kept), required: required.filter(isKept) }
}

/** The library calls every body required, because it would be to a schema that checks it. */
function withOptionalBodies<Document extends { readonly paths?: object }>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  for (const operation of operations as Record<string, unknown>[]) {
    if (operation[OPTIONAL_BODY] !== true) continue
    delete operation[OPTIONAL_BODY]
    operation['requestBody'] = { ...(operation['requestBody'] as object), required: false }
  }
  return document
}
