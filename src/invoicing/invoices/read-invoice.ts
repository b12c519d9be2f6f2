// pure

import { textOf } from '../../kernel/reading/field-reader.ts'
import { type Findings, fieldSet, newFindings, readFields, report, valueAt } from '../../kernel/reading/read-fields.ts'
import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import {
  type CustomFieldDefinition,
  type CustomFieldValue,
  customFieldProblems,
} from '../custom-fields/custom-field.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
import type { ClientReference, InvoiceTerms } from '../rules/invoice.ts'
import {
  amountOnlyProblems,
  discountNameProblems,
  expirationProblems,
  type InvoiceValues,
  type LineValues,
  mixedLevelProblems,
} from '../rules/invoice-rules.ts'
import { type FieldWithoutEffect, fieldsWithoutEffect } from '../rules/terms/fields-without-effect.ts'
import {
  CUSTOM_VALUES_PATH,
  IGNORED_ON_UPDATE,
  INVOICE_FIELDS,
  LINE_FIELDS,
  LINES_MAX,
  LINES_PATH,
  type LineFieldName,
  RESPONSE_CUSTOM_VALUES_PATH,
  TOLERATED_PATHS,
} from '../rules/terms/invoice-fields.ts'
import { type RequestFacts, requiredFields } from '../rules/terms/required-fields.ts'
import { termsFromValues } from '../rules/terms/terms-from-values.ts'
import { placesOfValues, readCustomValues, valuesOf } from './read-custom-values.ts'

export type ReadOptions = {
  readonly operation: 'create' | 'update'
  readonly validation: 'strict' | 'lenient'
  /** Today in GMT. */
  readonly today: Temporal.PlainDate
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
  /** Of all custom fields that the body names; an empty value removes one. */
  readonly customValues: readonly CustomFieldValue[]
  readonly unknownFields: readonly string[]
  readonly fieldsWithoutEffect: readonly FieldWithoutEffect[]
}

const LISTS = [LINES_PATH, CUSTOM_VALUES_PATH]
const FIELDS = {
  create: fieldSet(INVOICE_FIELDS, [...TOLERATED_PATHS, ...LISTS]),
  update: fieldSet(INVOICE_FIELDS, [...TOLERATED_PATHS, ...LISTS, ...IGNORED_ON_UPDATE]),
}
const FIELDS_OF_LINE = fieldSet(LINE_FIELDS)
const COMPUTED = 'lenient validation, which the operator can set for your organization, computes it'

/** Reads the body of a create or update and names all its problems together; never throws, whatever JSON was sent. */
export function readInvoice(body: unknown, options: ReadOptions): ReadInvoice {
  const { operation } = options
  const findings = newFindings()
  const values = readFields(body, { set: FIELDS[operation], findings })
  const lines = readLines(valueAt(body, LINES_PATH), findings)
  const custom = readCustomValues(customValuesIn(body), findings)

  reportMissing(values, { lines, options, findings })
  report(
    findings,
    ...expirationProblems(values, options.today),
    ...(lines?.flatMap(discountNameProblems) ?? []),
    ...(options.validation === 'strict' ? mixedLevelProblems(values, lines ?? []) : []),
    ...(lines?.length === 0 ? amountOnlyProblems(values, placesOfValues(custom)) : []),
  )
  const invoiceNumber = operation === 'create' ? values.invoiceNumber : numberToCompare(body, findings)
  const customFieldValues = valuesOf(custom)
  const hasLines = lines === undefined || lines.length > 0
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
    hasLines,
    customValues: custom.entries,
    unknownFields: findings.unknownFields,
    fieldsWithoutEffect: fieldsWithoutEffect(values, { hasLines }),
  }
}

/** Adds the problems of custom fields' values, by their definitions. */
export function withDefinitions(read: ReadInvoice, definitions: readonly CustomFieldDefinition[]): ReadInvoice {
  const problems = new Map(read.problems.map((problem) => [problem.field, problem]))
  report({ problems }, ...customFieldProblems(read.customValues, definitions))
  return { ...read, problems: [...problems.values()], terms: problems.size === 0 ? read.terms : undefined }
}

/** The values in the form of requests; if there are none, those of a response that is sent back. */
function customValuesIn(body: unknown): unknown {
  const sent = valueAt(body, CUSTOM_VALUES_PATH)
  const response = valueAt(body, RESPONSE_CUSTOM_VALUES_PATH)
  if (!hasNoValue(sent) || !Array.isArray(response)) return sent
  return response.map((entry: unknown) => {
    if (!isObject(entry)) return entry
    const { definitionId, value } = entry
    return { definitionId, value }
  })
}

/** Whether the body of an update, which never sends, says `sendImmediately`; whatever else it says is ignored. */
export function asksToSend(body: unknown): boolean {
  const raw = valueAt(body, INVOICE_FIELDS.sendImmediately.path)
  return raw === true || (typeof raw === 'string' && raw.trim().toLowerCase() === 'true')
}

/** An update cannot change the number, so any string can be compared with it. */
function numberToCompare(body: unknown, findings: Findings): string | undefined {
  const { path } = INVOICE_FIELDS.invoiceNumber
  const raw = valueAt(body, path)
  if (hasNoValue(raw)) return undefined
  const number = textOf(raw)
  if (number === undefined) report(findings, invalid(path, 'must be a string'))
  return number
}

/** Undefined if it is unknown whether there are lines. */
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
    return { place, values: readFields(line, { set: FIELDS_OF_LINE, prefix: place, findings }) }
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
      if (ofLine[name] === undefined) report(findings, missingOfLine(name, place))
    }
  }
}

function missingOfLine(name: LineFieldName, place: string): Problem {
  const field = `${place}${LINE_FIELDS[name].path}`
  return name === 'totalAmount' ? missing(field, `is required with strict validation; ${COMPUTED}`) : missing(field)
}

/** Omitted fields have their defaults; unreadable ones are unknown. */
function factsOf(values: InvoiceValues, { lines, options: { operation }, findings }: Context): RequestFacts {
  const isUnread = (name: 'deliveryMode' | 'sendImmediately'): boolean =>
    findings.problems.has(INVOICE_FIELDS[name].path)
  const modeLeftOut = operation === 'update' && !isUnread('deliveryMode') ? 'none' : undefined
  return {
    operation,
    deliveryMode: values.deliveryMode ?? modeLeftOut,
    isSentImmediately: isUnread('sendImmediately') ? undefined : (values.sendImmediately ?? false),
    hasLines: lines === undefined || lines.length > 0,
  }
}
