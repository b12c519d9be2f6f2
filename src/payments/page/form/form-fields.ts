// pure
/** Names of the form's fields; browsers, tests and merchants' own scripts know them. */
export const FIELD_NAMES = [
  'amountChoice',
  'amount',
  /** The most that could be paid when the page was shown. */
  'shown',
  /** The amount whose small rest the payer has seen. */
  'restConfirmed',
  'method',
  'cardNumber',
  'cardExpiry',
  'cardCode',
  'cardName',
  'saveCard',
  'accountHolder',
  'routingNumber',
  'accountNumber',
  'email',
  'phone',
  'shipName',
  'street',
  'streetMore',
  'town',
  'region',
  'postalCode',
  'country',
] as const
export type FieldName = (typeof FIELD_NAMES)[number] | `custom-${number}`

/** The payer's input, as text. */
export type FormValues = Readonly<Partial<Record<FieldName, string>>>

/** Problems of the input, in the language of the page. */
export type FormProblems = Readonly<Partial<Record<FieldName, string>>>

/** The box above the form: why it is shown again. The script shows the same. */
export type FormNotice = {
  readonly title?: string
  readonly sentences?: readonly string[]
  /** The fields with problems. */
  readonly fields?: readonly { readonly name: string; readonly text: string }[]
  /** A long list is for screen readers: others see the marked fields. */
  readonly isListHidden?: boolean
}

/** Never written back into a page. */
const SECRET: ReadonlySet<FieldName> = new Set(['cardNumber', 'cardCode', 'accountNumber', 'routingNumber'])

/** The values that a page may show again. */
export function withoutSecrets(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.has(name as FieldName)))
}
