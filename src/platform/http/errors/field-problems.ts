import type { FieldProblem } from '../../../kernel/errors.ts'

/** The part of an Ajv error that matters here. */
export type SchemaError = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
}

/** `reason` is the code for programs, `sentence` tells a person what is wrong with the field. */
export type SchemaProblem = FieldProblem & { readonly sentence: string }

const PROBLEMS_MAX = 100
const UNION_KEYWORDS = new Set(['anyOf', 'oneOf'])
// These only repeat that a nested rule failed, which is named by its own error.
const ECHO_KEYWORDS = new Set(['if', 'unevaluatedProperties'])

/** One problem per offending field; what the branches of a union say is folded into one. */
export function fieldProblems(errors: readonly SchemaError[], part: string): readonly SchemaProblem[] {
  const unions = errors.filter((error) => UNION_KEYWORDS.has(error.keyword))
  const problems = new Map<string, SchemaProblem>()
  for (const error of errors) {
    if (ECHO_KEYWORDS.has(error.keyword) || isInsideUnion(error, unions)) continue
    const field = fieldName(error) || part
    if (problems.has(field)) continue
    const reason = error.keyword === 'required' ? 'MISSING_FIELD' : 'INVALID_DATA'
    problems.set(field, { field, reason, sentence: sentence(error, errors) })
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
  const own = error.instancePath.split('/').slice(1).map(unescapePointer)
  const named = error.params['missingProperty'] ?? error.params['additionalProperty']
  const steps = typeof named === 'string' ? [...own, named] : own
  return steps.reduce((name, step) => {
    if (/^\d+$/.test(step) && name !== '') return `${name}[${step}]`
    return name === '' ? step : `${name}.${step}`
  }, '')
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function sentence(error: SchemaError, errors: readonly SchemaError[]): string {
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not known here'
    case 'enum':
      return `must be one of ${listed(error.params['allowedValues'])}`
    case 'const':
      return `must be ${String(error.params['allowedValue'])}`
    case 'anyOf':
    case 'oneOf':
      return unionSentence(error, errors)
    default:
      return error.message ?? 'is not valid'
  }
}

function unionSentence(union: SchemaError, errors: readonly SchemaError[]): string {
  const branches = errors.filter((error) => error !== union && error.instancePath === union.instancePath)
  const values = branches.filter((error) => error.keyword === 'const')
  if (values.length > 0 && values.length === branches.length) {
    return `must be one of ${listed(values.map((error) => error.params['allowedValue']))}`
  }
  const sentences = new Set(branches.map((error) => error.message ?? ''))
  sentences.delete('')
  return sentences.size > 0 && sentences.size <= 4 ? [...sentences].join(' or ') : 'matches none of the allowed forms'
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.slice(0, 50).join(', ') : String(values)
}
