// pure

import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
import { textOf } from '../reading/read-field.ts'
import { type Findings, fieldTree, newFindings, readFields, report } from '../reading/read-fields.ts'
import type { ClientReference, InvoiceTerms } from '../rules/invoice.ts'
import {
  ANSWERED_CUSTOM_VALUES_PATH,
  CUSTOM_VALUES_PATH,
  IGNORED_ON_UPDATE,
  INVOICE_FIELDS,
  LINE_FIELDS,
  LINES_MAX,
  LINES_PATH,
  TOLERATED_PATHS,
} from '../rules/invoice-fields.ts'
import {
  amountOnlyProblems,
  discountNameProblems,
  expirationProblems,
  type InvoiceValues,
  type LineValues,
  minimumPartialProblems,
  mixedLevelProblems,
} from '../rules/invoice-rules.ts'
import { type RequestFacts, requiredFields } from '../rules/required-fields.ts'
import { termsFromValues } from '../rules/terms-from-values.ts'
import { definitionProblems, placesOfValues, readCustomValues, valuesOf } from './read-custom-values.ts'

export type ReadOptions = {
  readonly operation: 'create' | 'update'
  readonly validation: 'strict' | 'lenient'
  /** Today in GMT. */
  readonly today: Temporal.PlainDate
  /** Undefined while they are not loaded: custom field values are then read but not compared with definitions. */
  readonly definitions: readonly CustomFieldDefinition[] | undefined
}

export type ReadInvoice = {
  readonly problems: readonly Problem[]
  /** Also in problems. */
  readonly personalData: readonly PersonalDataFinding[]
  /** Undefined if and only if there are problems. */
  readonly terms: InvoiceTerms | undefined
  readonly invoiceNumber: string | undefined
  readonly sendImmediately: boolean
  readonly clientReference: ClientReference
  readonly hasLines: boolean
  /** Whether it names custom fields, with a value or without: their definitions have a say then. */
  readonly namesCustomFields: boolean
  readonly unknownFields: readonly string[]
}

const LISTS = [LINES_PATH, CUSTOM_VALUES_PATH]
const INVOICE_TREES = {
  create: fieldTree(INVOICE_FIELDS, [...TOLERATED_PATHS, ...LISTS]),
  update: fieldTree(INVOICE_FIELDS, [...TOLERATED_PATHS, ...LISTS, ...IGNORED_ON_UPDATE]),
}
const LINE_TREE = fieldTree(LINE_FIELDS)

/**
 * Reads the body of a create or update: names all that is wrong with it at once, and throws for no
 * value that JSON can hold.
 */
export function readInvoice(body: unknown, options: ReadOptions): ReadInvoice {
  const { operation } = options
  const findings = newFindings()
  const values = readFields(body, { tree: INVOICE_TREES[operation], findings })
  const lines = readLines(at(body, LINES_PATH), findings)
  const custom = readCustomValues(customValuesIn(body), findings)

  reportMissing(values, { lines, options, findings })
  const problems = [
    ...expirationProblems(values, options.today),
    ...minimumPartialProblems(values),
    ...(lines?.flatMap(discountNameProblems) ?? []),
    ...(options.validation === 'strict' ? mixedLevelProblems(values, lines ?? []) : []),
    ...(lines?.length === 0 ? amountOnlyProblems(values, placesOfValues(custom)) : []),
    ...definitionProblems(custom, options.definitions),
  ]
  for (const problem of problems) report(findings, problem)
  const invoiceNumber = operation === 'create' ? values.invoiceNumber : numberToCompare(body, findings)
  const customFieldValues = valuesOf(custom)
  const terms = termsFromValues(values, {
    lines: lines ?? [],
    customFieldValues,
    isLineTotalComputed: options.validation === 'lenient',
    findings,
  })

  return {
    problems: [...findings.problems.values()],
    personalData: custom.personalData,
    terms,
    invoiceNumber,
    sendImmediately: values.sendImmediately ?? false,
    clientReference: { developerId: values.developerId, solutionId: values.solutionId },
    hasLines: lines === undefined || lines.length > 0,
    namesCustomFields: custom.entries.length > 0,
    unknownFields: findings.unknownFields,
  }
}

/** What stands at a path without lists; undefined where there is no way to it. */
function at(body: unknown, path: string): unknown {
  let found = body
  for (const key of path.split('.')) found = isObject(found) ? found[key] : undefined
  return found
}

/** Values as requests have them; without any, those of an answer that is sent back. */
function customValuesIn(body: unknown): unknown {
  const sent = at(body, CUSTOM_VALUES_PATH)
  const answered = at(body, ANSWERED_CUSTOM_VALUES_PATH)
  if (!hasNoValue(sent) || !Array.isArray(answered)) return sent
  return answered.map((entry: unknown) => {
    if (!isObject(entry)) return entry
    const { definitionId, value } = entry
    return { definitionId, value }
  })
}

/** An update cannot change the number, so any text will do to see whether it tries. */
function numberToCompare(body: unknown, findings: Findings): string | undefined {
  const { path } = INVOICE_FIELDS.invoiceNumber
  const raw = at(body, path)
  if (hasNoValue(raw)) return undefined
  const number = textOf(raw)
  if (number === undefined) report(findings, invalid(path, 'must be text'))
  return number
}

/** Undefined where it cannot be said whether there are lines. */
function readLines(raw: unknown, findings: Findings): readonly LineValues[] | undefined {
  if (hasNoValue(raw)) return []
  if (!Array.isArray(raw)) {
    report(findings, invalid(LINES_PATH, 'must be a list'))
    return undefined
  }
  if (raw.length > LINES_MAX) {
    report(findings, invalid(LINES_PATH, `must have at most ${LINES_MAX} items`))
  }
  return raw.slice(0, LINES_MAX).map((line: unknown, index) => {
    const place = `${LINES_PATH}[${index}].`
    return { place, values: readFields(line, { tree: LINE_TREE, prefix: place, findings }) }
  })
}

type Context = {
  readonly lines: readonly LineValues[] | undefined
  readonly options: ReadOptions
  readonly findings: Findings
}

function reportMissing(values: InvoiceValues, context: Context): void {
  const { lines = [], options, findings } = context
  const needed = requiredFields(factsOf(values, context))
  const neededOfLine =
    options.validation === 'lenient' ? needed.lineFields.filter((name) => name !== 'totalAmount') : needed.lineFields
  for (const name of needed.fields) {
    if (values[name] === undefined) report(findings, missing(INVOICE_FIELDS[name].path))
  }
  for (const { place, values: ofLine } of lines) {
    for (const name of neededOfLine) {
      if (ofLine[name] === undefined) report(findings, missing(`${place}${LINE_FIELDS[name].path}`))
    }
  }
}

/** What was left out has its default; what could not be read stays unknown. */
function factsOf(values: InvoiceValues, { lines, options: { operation }, findings }: Context): RequestFacts {
  const isUnread = (name: 'deliveryMode' | 'sendImmediately'): boolean =>
    findings.problems.has(INVOICE_FIELDS[name].path)
  const modeLeftOut = operation === 'update' && !isUnread('deliveryMode') ? 'none' : undefined
  return {
    operation,
    deliveryMode: values.deliveryMode ?? modeLeftOut,
    isSentAtOnce: isUnread('sendImmediately') ? undefined : (values.sendImmediately ?? false),
    hasLines: lines === undefined || lines.length > 0,
  }
}
