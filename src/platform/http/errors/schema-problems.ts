import { invalid, missing, PROBLEMS_MAX, type Problem } from '../../../kernel/reading/reading.ts'
import { AN_INSTANT } from '../../../kernel/reading/text-readers.ts'

/** The part of an Ajv error that matters here. */
export type SchemaError = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
}

const UNION_KEYWORDS = new Set(['anyOf', 'oneOf'])
// These only repeat that a nested rule failed, which has an error of its own.
const ECHO_KEYWORDS = new Set(['if', 'unevaluatedProperties'])

/** Names one problem per offending field; the errors of a union's branches become one problem. */
export function schemaProblems(errors: readonly SchemaError[], part: string): readonly Problem[] {
  const unions = errors.filter((error) => UNION_KEYWORDS.has(error.keyword))
  const problems = new Map<string, Problem>()
  for (const error of errors) {
    if (ECHO_KEYWORDS.has(error.keyword) || isInsideUnion(error, unions)) continue
    const field = fieldName(error) || part
    if (problems.has(field)) continue
    problems.set(field, error.keyword === 'required' ? missing(field) : invalid(field, sentence(error, errors)))
    if (problems.size === PROBLEMS_MAX) break
  }
  return [...problems.values()]
}

function isInsideUnion(error: SchemaError, unions: readonly SchemaError[]): boolean {
  return unions.some(
    (union) =>
      union !== error &&
      isAtOrBelow(error.instancePath, union.instancePath) &&
      !(UNION_KEYWORDS.has(error.keyword) && error.instancePath === union.instancePath),
  )
}

function isAtOrBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`)
}

/** `/lineItems/0/unitPrice` becomes `lineItems[0].unitPrice`. */
function fieldName(error: SchemaError): string {
  const escaped = error.instancePath.split('/').slice(1)
  const own = escaped.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const named = error.params['missingProperty'] ?? error.params['additionalProperty']
  const steps = typeof named === 'string' ? [...own, named] : own
  return steps.reduce((name, step) => {
    if (/^\d+$/.test(step) && name !== '') return `${name}[${step}]`
    return name === '' ? step : `${name}.${step}`
  }, '')
}

const SENTENCE_OF_TYPE: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  integer: 'must be a whole number',
  number: 'must be a number',
  object: 'must be an object',
  string: 'must be a string',
}

const SENTENCE_OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': AN_INSTANT,
  date: 'must be a valid date (YYYY-MM-DD)',
}

/** The sentences of `kernel/reading`; a keyword that is not listed keeps the message of Ajv. */
const SENTENCE_OF_KEYWORD: Readonly<Record<string, (params: SchemaError['params']) => string | undefined>> = {
  additionalProperties: () => 'is not known here',
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  enum: ({ allowedValues }) => oneOf(allowedValues as readonly unknown[]),
  format: ({ format }) => SENTENCE_OF_FORMAT[String(format)],
  maximum: ({ limit }) => `must be at most ${limit}`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  maxLength: ({ limit }) => `must not be longer than ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`),
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  type: ({ type }) => SENTENCE_OF_TYPE[String(type)],
}

function sentence(error: SchemaError, errors: readonly SchemaError[]): string {
  if (UNION_KEYWORDS.has(error.keyword)) return unionSentence(error, errors)
  return SENTENCE_OF_KEYWORD[error.keyword]?.(error.params) ?? error.message ?? 'is not valid'
}

function unionSentence(union: SchemaError, errors: readonly SchemaError[]): string {
  const branches = errors.filter(
    ({ keyword, instancePath }) => instancePath === union.instancePath && !UNION_KEYWORDS.has(keyword),
  )
  const values = branches.filter(({ keyword }) => keyword === 'const')
  if (values.length > 0 && values.length === branches.length) {
    return oneOf(values.map(({ params }) => params['allowedValue']))
  }
  const sentences = new Set(branches.map((branch) => sentence(branch, errors)))
  return sentences.size > 0 && sentences.size <= 4 ? [...sentences].join(' or ') : 'matches none of the allowed forms'
}

function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.slice(0, 50).join(', ')}`
}
