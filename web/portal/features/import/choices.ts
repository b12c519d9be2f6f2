// pure
import { isLineTarget } from '../../../../src/invoicing/imports/reading/import-fields.ts'
import type { ImportOptions } from '../../../../src/invoicing/imports/reading/import-options.ts'
import { requiredFields } from '../../../../src/invoicing/rules/terms/required-fields.ts'

/** How a file is imported, as the person chooses it. An empty default is none. */
export type Choices = ImportOptions

type Suggested = Partial<Omit<ImportOptions, 'mapping'>> & {
  readonly mapping?: Readonly<Record<string, string | null>>
}

/** The service's suggestion, or the choice that it remembers. Without a column of currencies, the usual one is offered for all. */
export function choicesOf(options: Suggested, usualCurrency: string | undefined): Choices {
  const mapping = Object.fromEntries(
    Object.entries(options.mapping ?? {}).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  const needsCurrency = options.defaults === undefined && !Object.values(mapping).includes('currency')
  return {
    mapping,
    defaults: options.defaults ?? (needsCurrency && usualCurrency ? { currency: usualCurrency } : {}),
    delivery: options.delivery ?? 'draft',
    decimalMark: options.decimalMark,
    dateOrder: options.dateOrder,
  }
}

/** The options of a request. */
export function optionsBody({ defaults, ...choices }: Choices): object {
  const given = Object.entries(defaults).flatMap(([field, value]) => {
    const text = value.trim()
    return text === '' ? [] : [[field, text] as const]
  })
  return { ...choices, defaults: Object.fromEntries(given) }
}

export function withField(choices: Choices, column: string, field: string): Choices {
  const { [column]: _, ...others } = choices.mapping
  return { ...choices, mapping: field === '' ? others : { ...others, [column]: field } }
}

export function withDefault(choices: Choices, field: string, value: string): Choices {
  return { ...choices, defaults: { ...choices.defaults, [field]: value } }
}

/** Columns whose field an earlier column of the file has. */
export function doubledColumns({ mapping }: Pick<Choices, 'mapping'>, columns: readonly string[]): ReadonlySet<string> {
  const used = new Set<string>()
  return new Set(
    columns.filter((column) => {
      const field = mapping[column]
      if (field === undefined) return false
      const isDoubled = used.has(field)
      used.add(field)
      return isDoubled
    }),
  )
}

/** Fields that stay empty in every invoice, and that the service requires. */
export function missingFields({ mapping, defaults, delivery }: Choices): readonly string[] {
  const mapped = new Set(Object.values(mapping))
  const has = (field: string): boolean => mapped.has(field) || (defaults[field] ?? '').trim() !== ''
  const hasLines = [...mapped].some(isLineTarget)
  const isMailed = delivery === 'send' || (delivery === 'draft' && has('customerEmail'))
  const { fields } = requiredFields({
    operation: 'create',
    deliveryMode: isMailed ? 'email' : 'none',
    isSentImmediately: delivery !== 'draft',
    hasLines,
  })
  const ofInvoice = fields.filter((field) => !(field === 'deliveryMode' || (hasLines && field === 'totalAmount')))
  const ofLines = hasLines ? ['lines.productName', 'lines.unitPrice'] : []
  return [...ofInvoice, ...ofLines].filter((field) => !has(field))
}

/** Fields that one value for all invoices makes sense for. */
const COMMON_FIELDS = ['dueDate', 'currency', 'description'] as const

/** Those that no column has, and those that have a value. */
export function offeredDefaults({ mapping, defaults }: Choices): readonly (typeof COMMON_FIELDS)[number][] {
  const mapped = new Set(Object.values(mapping))
  return COMMON_FIELDS.filter((field) => !mapped.has(field) || (defaults[field] ?? '') !== '')
}

/** Whether a field can have one value for all invoices. */
export function canBeCommon(field: string): boolean {
  return (COMMON_FIELDS as readonly string[]).includes(field)
}
