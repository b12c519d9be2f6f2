import type { CustomFieldDefinition } from '../../../src/invoicing/custom-fields/custom-field.ts'
import type { InvoiceFacts } from '../../../src/invoicing/presentation/invoice-view.ts'
import { lineTotalOf, totalsOf } from '../../../src/invoicing/rules/totals.ts'
import type { CustomLabel } from '../../../src/invoicing/settings/label.ts'
import { flatSettings } from '../../../src/invoicing/settings/settings.ts'
import { decimalsOfCurrency } from '../../../src/kernel/currency.ts'
import { parseDecimal } from '../../../src/kernel/decimal.ts'
import type { Language } from '../../../src/kernel/language.ts'
import { formatMoney } from '../../../src/kernel/money.ts'
import { aCustomField } from './custom-fields.ts'
import {
  ITEM_NAMES,
  LEGAL_NAME,
  LONG_CONTACT,
  LONG_CUSTOMER,
  LONG_LABELS,
  LONG_WORD,
  PARAGRAPH,
} from './hostile-words.ts'
import { writtenPng } from './images.ts'
import { readOnCreate } from './invoice-request.ts'
import { anInvoice, at } from './invoices.ts'

// The worst data that the API takes. Pages, mails and documents are tested and drawn with it, because on one short
// line everything looks well.

export type HostileLogo = 'wide' | 'tall' | 'dark' | 'white'

type MerchantInput = {
  /** Default: wide. */
  readonly logo?: HostileLogo | 'none'
  /** The header; default: yellow. Without one the page has its own. */
  readonly color?: string | 'none'
  readonly language?: Language
  /** Whether the merchant has its own words for parts of an invoice, which replace those of the languages. */
  readonly hasOwnLabels?: boolean
  /** Settings over these, as `payerAuthenticationInInvoicing`. */
  readonly settings?: Json
}
type Json = Readonly<Record<string, unknown>>

const YELLOW = '#FFFF00'

/** A merchant: its organization, and the body of its `invoiceSettingsInformation`. */
export function hostileMerchant({
  logo = 'wide',
  color = YELLOW,
  hasOwnLabels = false,
  language,
  settings = {},
}: MerchantInput = {}) {
  return {
    name: LEGAL_NAME,
    timeZone: 'Europe/Berlin',
    contact: LONG_CONTACT,
    settings: {
      merchantDisplayName: LEGAL_NAME,
      vatRegistrationNumber: 'DE123456789-0001/2026',
      showVatNumber: true,
      customEmailMessage: PARAGRAPH,
      customLabels: hasOwnLabels ? LONG_LABELS : [],
      ...(color === 'none' ? {} : { headerStyle: { backgroundColor: color, fontColor: '#FFFFFF' } }),
      ...(logo === 'none' ? {} : { merchantLogo: dataUri(hostileLogo(logo)) }),
      ...(language === undefined ? {} : { deliveryLanguage: language }),
      ...settings,
    },
  }
}

const LOGO_SIZES = {
  wide: { width: 1200, height: 90 },
  tall: { width: 90, height: 600 },
  dark: { width: 480, height: 160 },
  white: { width: 640, height: 160 },
} as const
/** Red, green and blue. Nothing else is drawn: the ground is transparent. */
const LOGO_COLORS = { wide: [196, 30, 58], tall: [0, 92, 169], dark: [12, 14, 18], white: [255, 255, 255] } as const

/** A PNG of bars like letters on a transparent ground. */
export function hostileLogo(logo: HostileLogo): Buffer {
  const { width, height } = LOGO_SIZES[logo]
  const bar = Math.round(Math.min(width, height) / 6)
  const rows = Array.from({ length: height }, (_, y) => {
    const pixels = Array.from({ length: width }, (__, x) => {
      const isInk = y < bar || y >= height - bar || x % (3 * bar) < bar
      return [...LOGO_COLORS[logo], isInk ? 255 : 0]
    })
    return Buffer.from([0, ...pixels.flat()])
  })
  return writtenPng({ width, height, depth: 8, colourType: 6, data: Buffer.concat(rows) })
}

function dataUri(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Bodies of custom fields that payers see: one of the merchant, one that the payer fills in, one to choose from. */
export const HOSTILE_FIELDS = [
  {
    fieldType: 'Text',
    label: `${LONG_WORD} und ihre Bestellnummer im Einkaufssystem`,
    customerVisible: true,
    readOnly: true,
  },
  { fieldType: 'Text', label: 'Umsatzsteueridentifikationsnummer des Leistungsempfängers', customerVisible: true },
  {
    fieldType: 'Select',
    label: 'Kostenstellenzuordnung innerhalb der Grundstücksverwaltungsgesellschaft',
    customerVisible: true,
    possibleValues: [LONG_WORD, 'Zentrale Dienste und Beschaffungswesen der Abteilung Nordrhein-Westfalen'],
  },
] as const

type InvoiceInput = {
  readonly currency?: string
  /** Default: 30, the most that an invoice can have; none makes an amount-only invoice. */
  readonly lines?: number
  /** Whether lines have taxes and discounts of their own (default), the total has, or there are none. */
  readonly taxes?: 'lines' | 'total' | 'none'
  /** Another total than the huge one, for tests that name amounts: the first line costs it, the others are free. */
  readonly total?: string
  /** Default: the merchant's `HOSTILE_FIELDS` have no values. */
  readonly customFieldIds?: readonly number[]
  readonly isPartial?: boolean
  readonly customer?: Json
  readonly invoiceInformation?: Json
  readonly processingInformation?: Json
  readonly amountDetails?: Json
}

/** The body of a published invoice. Its parts add up to its total, which has at least 12 digits. */
export function hostileInvoice({
  currency = 'USD',
  lines = ITEMS_MAX,
  total,
  taxes = total === undefined ? 'lines' : 'none',
  isPartial = false,
  ...given
}: InvoiceInput = {}) {
  const hasLines = lines > 0
  const details = {
    currency,
    ...(isPartial ? { minimumPartialAmount: '20' } : {}),
    ...(hasLines && taxes === 'total' ? ON_TOTAL : {}),
    ...(hasLines && total === undefined ? FREIGHT : {}),
  }
  const ofLines = hasLines
    ? { lineItems: hostileLines({ currency, lines, taxes, total }), values: valuesOf(given.customFieldIds ?? []) }
    : { lineItems: [], values: [] }
  const body = (totalAmount: string) => ({
    customerInformation: { ...LONG_CUSTOMER, ...given.customer },
    invoiceInformation: { ...INFORMATION, allowPartialPayments: isPartial, ...given.invoiceInformation },
    processingInformation: { ...given.processingInformation },
    orderInformation: {
      amountDetails: { ...details, totalAmount, ...given.amountDetails },
      lineItems: ofLines.lineItems,
    },
    merchantDefinedFieldValues: ofLines.values,
  })
  return body(total ?? (hasLines ? totalOf(body('1')) : hugeAmount(currency)))
}

const INFORMATION = { description: PARAGRAPH, dueDate: '2027-07-11', deliveryMode: 'none', sendImmediately: true }
const ITEMS_MAX = 30
const ON_TOTAL = { discountPercent: '12.5', taxDetails: { type: 'Umsatzsteuer (Regelsteuersatz)', rate: '19' } }
const FREIGHT = { freight: { amount: '1234', taxable: true, taxRate: '19' } }
const RATES = ['19', '7', '0', '19'] as const
const QUANTITIES = [1, 12, 365, 1, 1_000] as const

type LinesInput = Required<Pick<InvoiceInput, 'currency' | 'lines' | 'taxes'>> & { readonly total: string | undefined }

function hostileLines({ lines, ...given }: LinesInput) {
  return Array.from({ length: lines }, (_, index) => hostileLine(index, given))
}

function hostileLine(index: number, { currency, taxes, total }: Omit<LinesInput, 'lines'>) {
  const isHuge = index % 2 === 0
  const hostilePrice = isHuge ? hugeAmount(currency) : ((index + 1) * 7).toString()
  const ownPrice = index === 0 ? total : '0'
  const priced = {
    quantity: isHuge ? 1 : (QUANTITIES[index % QUANTITIES.length] ?? 1),
    unitPrice: (total === undefined ? hostilePrice : ownPrice) ?? '0',
    ...(taxes === 'lines' ? { taxRate: RATES[index % RATES.length] ?? '0' } : {}),
    ...(taxes === 'lines' && index % 5 === 1 ? { discountPercent: '12.5' } : {}),
  }
  return {
    productSku: `SKU-${(index + 1).toString().padStart(12, '0')}/DE-Lagerplatz-42`,
    productName: ITEM_NAMES[index % ITEM_NAMES.length],
    ...priced,
    totalAmount: lineTotal(priced, currency),
  }
}

type Priced = {
  readonly quantity: number
  readonly unitPrice: string
  readonly taxRate?: string
  readonly discountPercent?: string
}

function lineTotal({ quantity, unitPrice, taxRate = '0', discountPercent = '0' }: Priced, currency: string): string {
  const total = lineTotalOf(
    {
      quantity,
      unitPrice: parseDecimal(unitPrice),
      taxRate: parseDecimal(taxRate),
      discountPercent: parseDecimal(discountPercent),
      ...{ taxAmount: undefined, discountAmount: undefined, totalAmount: undefined },
    },
    currency,
  )
  return total === undefined ? unitPrice : formatMoney(total)
}

/** An amount of 12 digits: 7,654,321,098.76 dollars, 765,432,109,876 yen. Tax of a fifth adds no digit. */
function hugeAmount(currency: string): string {
  const decimals = decimalsOfCurrency(currency) ?? 0
  const digits = '765432109876'
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function valuesOf(ids: readonly number[]) {
  return ids.map((definitionId, index) => ({
    definitionId,
    value: index === 1 ? 'DE-ABC-DEF-GHI' : LONG_WORD,
  }))
}

function totalOf(body: object): string {
  return formatMoney(totalsOf(readTerms(body)).total)
}

function readTerms(body: object) {
  const { terms, problems } = readOnCreate(body)
  if (terms === undefined) throw new Error(`The API would refuse the hostile invoice: ${JSON.stringify(problems)}`)
  return terms
}

type FactsInput = InvoiceInput &
  MerchantInput & { readonly invoice?: Omit<NonNullable<Parameters<typeof anInvoice>[0]>, 'terms'> }

/** The same invoice and merchant for views and documents, without a service. */
export function hostileFacts({ invoice = {}, language = 'en-US', ...given }: FactsInput = {}): InvoiceFacts {
  const { name, timeZone, contact, settings } = hostileMerchant(given)
  const terms = readTerms(hostileInvoice({ customFieldIds: [1, 2, 3], ...given }))
  return {
    invoice: anInvoice({ status: 'SENT', publishedAt: at('2026-03-01T10:00:00Z'), ...invoice, terms }),
    settings: { values: flatSettings(settings), labels: settings.customLabels satisfies readonly CustomLabel[] },
    definitions: HOSTILE_FIELDS.map(definitionOf),
    merchant: { name, timeZone, contact },
    language,
  }
}

function definitionOf(field: (typeof HOSTILE_FIELDS)[number], index: number): CustomFieldDefinition {
  return aCustomField({
    definitionId: index + 1,
    fieldType: field.fieldType,
    label: field.label,
    isCustomerVisible: true,
    isReadOnly: 'readOnly' in field,
    ...('possibleValues' in field ? { possibleValues: field.possibleValues.join(',') } : {}),
  })
}
