import buildAjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { fieldProblems, type SchemaError, type SchemaProblem } from './field-problems.ts'

type BuildValidator = NonNullable<
  NonNullable<
    NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
  >['buildValidator']
>

const SENTENCES_MAX = 10
// Beyond this many values only the first error is looked for: naming each of half a million wrong
// list items would cost more memory than the body itself.
const VALUES_WITH_ALL_ERRORS_MAX = 10_000

const SHARED_OPTIONS = {
  useDefaults: true,
  // Nothing disappears silently: a contract that allows no further fields names them instead.
  removeAdditional: false,
  strictTypes: false,
  addUsedSchema: false,
} as const

type Validate = { (data: unknown): unknown; errors?: readonly object[] | null | undefined }
type Route = { readonly httpPart?: string }

/** Path, query and headers are text, so their values are coerced; a body says what it means. */
function buildValidators(externalSchemas: object): (route: Route) => Validate {
  const build = (options: { allErrors: boolean; coerceTypes: false | 'array' }) => {
    const customOptions = { ...SHARED_OPTIONS, ...options }
    const compile = buildAjvCompiler()(externalSchemas as never, { customOptions })
    return compile as unknown as (route: Route) => Validate
  }
  const forText = build({ allErrors: true, coerceTypes: 'array' })
  const forBody = build({ allErrors: true, coerceTypes: false })
  const forLargeBody = build({ allErrors: false, coerceTypes: false })
  return (route) =>
    route.httpPart === 'body'
      ? validateBody(forBody(route), () => forLargeBody(route))
      : forText(route)
}

// The type asks for a whole Ajv function; what is called is only the function and its errors.
export const buildValidator = buildValidators as unknown as BuildValidator

function validateBody(all: Validate, compileFirstOnly: () => Validate): Validate {
  let firstOnly: Validate | undefined
  return (data: unknown) => {
    if (countValues(data) <= VALUES_WITH_ALL_ERRORS_MAX) return outcome(all, data)
    firstOnly ??= compileFirstOnly()
    return outcome(firstOnly, data)
  }
}

function outcome(validate: Validate, data: unknown): true | { error: Error } {
  if (validate(data) === true) return true
  return { error: validationRefusal((validate.errors ?? []) as SchemaError[], 'body') }
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

export function schemaErrorFormatter(
  errors: FastifySchemaValidationError[],
  part: string,
): AppError {
  return validationRefusal(errors, part)
}

/** A refusal by contract; its details carry a sentence each, for shapes that have room for it. */
export class ValidationError extends AppError {
  override readonly details: readonly SchemaProblem[]

  constructor(problems: readonly SchemaProblem[]) {
    super('invalid', 'VALIDATION_ERROR', summary(problems), problems)
    this.details = problems
  }
}

function validationRefusal(errors: readonly SchemaError[], part: string): ValidationError {
  return new ValidationError(fieldProblems(errors, part))
}

function summary(problems: readonly SchemaProblem[]): string {
  const named = problems
    .slice(0, SENTENCES_MAX)
    .map(({ field, sentence }) => `${field} ${sentence}`)
  const more = problems.length - named.length
  return `Field validation errors: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}
