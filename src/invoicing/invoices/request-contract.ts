import Type, { type TSchema } from 'typebox'
import type { FieldKind, FieldTable, RequestField } from '../../kernel/reading/field-table.ts'
import {
  CUSTOM_VALUE_FIELDS,
  CUSTOM_VALUES_MAX,
  CUSTOM_VALUES_PATH,
  INVOICE_FIELDS,
  LINE_FIELDS,
  LINES_MAX,
  LINES_PATH,
} from '../rules/terms/invoice-fields.ts'
import { REQUIRED_FIELDS, type RequestFacts, requiredFields } from '../rules/terms/required-fields.ts'

/** The documented form of requests, generated from the tables that they are read by. */

type Part = { readonly schema: TSchema; readonly isRequired: boolean }
type Group = Map<string, Part | Group>

const SCHEMAS: {
  readonly [Kind in FieldKind['kind']]: (field: Extract<RequestField, { readonly kind: Kind }>) => TSchema
} = {
  text: ({ lengthMax, form, about }) =>
    Type.String({
      maxLength: lengthMax,
      description: about,
      ...(form === undefined ? {} : { pattern: form.pattern.source }),
    }),
  choice: ({ choices, about }) => Type.String({ examples: [...choices], description: about }),
  email: ({ lengthMax, about }) => Type.String({ format: 'email', maxLength: lengthMax, description: about }),
  amount: ({ lengthMax, about }) => numberOrString(lengthMax, about),
  decimal: ({ lengthMax, about }) => numberOrString(lengthMax, about),
  integer: ({ min, max, about }) =>
    Type.Union([Type.Integer({ minimum: min, maximum: max }), Type.String({ pattern: '^\\d+$' })], {
      description: about,
    }),
  boolean: ({ about }) => Type.Boolean({ description: about }),
  date: ({ about }) => Type.String({ format: 'date', description: about }),
  expirationDate: ({ about }) => Type.String({ description: about }),
  currency: ({ about }) => Type.String({ pattern: '^[A-Za-z]{3}$', description: about }),
}

export const InvoiceRequest = requestContract('create')
export const InvoiceUpdate = requestContract('update')

function requestContract(operation: RequestFacts['operation']): TSchema {
  const unknown = { operation, deliveryMode: undefined, isSentImmediately: undefined } as const
  const itemized = requiredFields({ ...unknown, hasLines: true })
  const amountOnly = requiredFields({ ...unknown, hasLines: false })
  const always = new Set<string>(itemized.fields.filter((name) => amountOnly.fields.includes(name)))

  const root: Group = new Map()
  for (const [name, field] of Object.entries<RequestField>(INVOICE_FIELDS)) {
    if (operation === 'update' && field.isCreateOnly === true) continue
    put(root, field.path, { schema: schemaOf(field), isRequired: always.has(name) })
  }
  const lines = Type.Array(entryContract(LINE_FIELDS, itemized.lineFields), {
    maxItems: LINES_MAX,
    description: 'An invoice without line items is an amount-only invoice.',
  })
  put(root, LINES_PATH, { schema: lines, isRequired: false })
  const values = Type.Array(entryContract(CUSTOM_VALUE_FIELDS, ['definitionId']), {
    maxItems: CUSTOM_VALUES_MAX,
    description: 'Values of custom fields.',
  })
  put(root, CUSTOM_VALUES_PATH, { schema: values, isRequired: false })
  return { ...objectOf(root), description: requirementsOf(operation) }
}

/** Describes what a schema cannot: the fields that each type of invoice needs. */
function requirementsOf(operation: RequestFacts['operation']): string {
  const rows = REQUIRED_FIELDS.filter((row) => row.operation === operation).map((row) => {
    const paths = (names: readonly (keyof typeof INVOICE_FIELDS)[]): readonly string[] =>
      names.map((name) => `\`${INVOICE_FIELDS[name].path}\``)
    const needs = [
      ...paths(row.needs),
      ...paths(row.needsUnlessLines).map((path) => `${path} unless there are line items`),
      ...row.eachLineNeeds.map((name) => `\`${LINES_PATH}[].${LINE_FIELDS[name].path}\``),
    ]
    return `- ${row.invoiceType}: ${needs.join(', ')}`
  })
  return `Required fields by type of invoice. If several types apply, all their fields are required.\n\n${rows.join('\n')}`
}

function entryContract(table: FieldTable, required: readonly string[]): TSchema {
  const group: Group = new Map()
  for (const [name, field] of Object.entries(table)) {
    put(group, field.path, { schema: schemaOf(field), isRequired: required.includes(name) })
  }
  return objectOf(group)
}

function put(root: Group, path: string, part: Part): void {
  const keys = path.split('.')
  const last = keys.pop() ?? path
  let group = root
  for (const key of keys) {
    const found = group.get(key)
    const inner: Group = found instanceof Map ? found : new Map()
    group.set(key, inner)
    group = inner
  }
  group.set(last, part)
}

function objectOf(group: Group): TSchema {
  const properties = [...group].map(([key, part]) => {
    const schema = part instanceof Map ? objectOf(part) : part.schema
    return [key, isRequired(part) ? schema : Type.Optional(schema)] as const
  })
  return Type.Object(Object.fromEntries(properties))
}

function isRequired(part: Part | Group): boolean {
  return part instanceof Map ? [...part.values()].some(isRequired) : part.isRequired
}

function schemaOf(field: RequestField): TSchema {
  return (SCHEMAS[field.kind] as (field: RequestField) => TSchema)(field)
}

function numberOrString(lengthMax: number, about: string): TSchema {
  return Type.Union([Type.String({ pattern: '^\\d*\\.?\\d*$', maxLength: lengthMax }), Type.Number({ minimum: 0 })], {
    description: `${about} At most ${lengthMax} characters.`,
  })
}
