import buildAjvCompiler from '@fastify/ajv-compiler'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { ContentRefusal, type Problem } from '../../../kernel/reading/reading.ts'
import { onFirstUse } from './on-first-use.ts'
import { type SchemaError, schemaProblems } from './schema-problems.ts'

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildValidator']
>

// Beyond this many values only the first error is looked for: naming each of half a million wrong
// list items would cost more memory than the body itself.
const VALUES_WITH_ALL_ERRORS_MAX = 10_000

const SHARED_OPTIONS = {
  useDefaults: true,
  // Nothing disappears silently: a contract that allows no further fields names them instead.
  removeAdditional: false,
  strictTypes: false,
  addUsedSchema: false,
  // Our contracts are checked by tests; to compile the schema of schemas would delay every start.
  validateSchema: false,
} as const

type Part = 'params' | 'body' | 'querystring' | 'headers'
type Route = { readonly httpPart?: string }
type AjvValidate = { (data: unknown): unknown; errors?: readonly SchemaError[] | null }
type Validate = (data: unknown) => true | { readonly error: ContentRefusal }

/** Path, query and headers are text, so their values are coerced; a body says what it means. */
function buildValidators(externalSchemas: object): (route: Route) => Validate {
  const build = (options: { allErrors: boolean; coerceTypes: false | 'array' }) => {
    const customOptions = { ...SHARED_OPTIONS, ...options }
    const compiler = onFirstUse(() => buildAjvCompiler()(externalSchemas as never, { customOptions }))
    return (route: Route) => compiler()(route as never) as unknown as AjvValidate
  }
  const forText = build({ allErrors: true, coerceTypes: 'array' })
  const forBody = build({ allErrors: true, coerceTypes: false })
  const forLargeBody = build({ allErrors: false, coerceTypes: false })
  return (route) => {
    const part = route.httpPart as Part
    return part === 'body' ? bodyValidator(forBody(route), () => forLargeBody(route)) : outcomeOf(forText(route), part)
  }
}

/** Compiles a contract when the first request needs it: most routes of a node are not called soon, if ever. */
function buildLazyValidators(externalSchemas: object): (route: Route) => Validate {
  const compile = buildValidators(externalSchemas)
  return (route) => {
    const validate = onFirstUse(() => compile(route))
    return (data) => validate()(data)
  }
}

// The type demands Ajv's function with its members; Fastify only calls it.
export const buildValidator = {
  atStart: buildValidators as unknown as BuildValidator,
  onFirstUse: buildLazyValidators as unknown as BuildValidator,
}

function bodyValidator(all: AjvValidate, compileFirstOnly: () => AjvValidate): Validate {
  const ofAll = outcomeOf(all, 'body')
  const ofFirst = onFirstUse(() => outcomeOf(compileFirstOnly(), 'body'))
  return (data) => (countValues(data) <= VALUES_WITH_ALL_ERRORS_MAX ? ofAll : ofFirst())(data)
}

function outcomeOf(validate: AjvValidate, part: Part): Validate {
  return (data) => validate(data) === true || { error: new ContentRefusal(schemaProblems(validate.errors ?? [], part)) }
}

function countValues(data: unknown): number {
  const open: unknown[] = [data]
  let count = 0
  while (open.length > 0 && count <= VALUES_WITH_ALL_ERRORS_MAX) {
    const value = open.pop()
    count += 1
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) {
      if (open.push(inner) > VALUES_WITH_ALL_ERRORS_MAX) return open.length
    }
  }
  return count
}

/** In the order in which the library checks them. */
const PARTS: readonly Part[] = ['params', 'body', 'querystring', 'headers']

/** The library stops at the first part that has a problem; adds those of the later parts to the refusal. */
export function withLaterParts(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof ContentRefusal) || !('validationContext' in error)) return error
  const later = PARTS.slice(PARTS.indexOf(error.validationContext as Part) + 1)
  const more = later.flatMap((part) => problemsOf(request, part))
  return more.length === 0 ? error : new ContentRefusal([...error.details, ...more])
}

function problemsOf(request: FastifyRequest, part: Part): readonly Problem[] {
  const validate = request.getValidationFunction(part) as unknown as Validate | undefined
  if (typeof validate !== 'function') return []
  const result = validate(part === 'querystring' ? request.query : (request[part] ?? null))
  return result === true ? [] : result.error.details
}
