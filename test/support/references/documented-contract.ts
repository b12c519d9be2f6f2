import buildAjvCompiler from '@fastify/ajv-compiler'

type Schema = Readonly<Record<string, unknown>>
type Operation = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const JSON_TYPE = 'application/json'
const compile = buildAjvCompiler()({} as never, {
  customOptions: {
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    allErrors: true,
  },
}) as unknown as (route: { readonly schema: object }) => {
  (data: unknown): boolean
  readonly errors?: readonly object[] | null
}

/** Reads /openapi.json, and checks requests and responses against it. */
export async function documentedContract(url: string) {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document

  function operation(method: string, path: string): Operation {
    const found = document.paths[path]?.[method.toLowerCase()]
    if (found === undefined) throw new Error(`${method} ${path} is not documented`)
    return found
  }

  /** The schema itself, where another part of the document holds it. */
  function named(schema: Schema): Schema {
    const name = String(schema['$ref'] ?? '').replace('#/components/schemas/', '')
    return document.components.schemas[name] ?? schema
  }

  return {
    operation,
    /** The paths and methods below a prefix, as `GET /invoices`. */
    operationsBelow: (prefix: string): readonly string[] =>
      Object.entries(document.paths)
        .filter(([path]) => path.startsWith(prefix))
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)),
    /** Deviations of a response from its documentation; undocumented fields count. */
    answerProblems: (method: string, path: string, answer: { status: number; body: unknown }) => {
      const { content } = operation(method, path).responses[answer.status] ?? {}
      const schema = content?.[JSON_TYPE]?.schema
      return schema === undefined ? ['the status is not documented'] : problems(named(schema), answer.body)
    },
    requestProblems: (method: string, path: string, body: unknown) => {
      const schema = operation(method, path).requestBody?.content[JSON_TYPE]?.schema
      return schema === undefined ? ['no body is documented'] : problems(schema, body)
    },
  }
}

function problems(schema: Schema, data: unknown): readonly unknown[] {
  const validate = compile({ schema: closed(schema) as object })
  return validate(data) ? [] : (validate.errors ?? [])
}

/** The schema with no room for fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in inner && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner
}
