// pure
import type { InvoiceView, InvoiceWords, Owed, Payable } from '../../invoicing/pure.ts'
import type { Language } from '../../kernel/language.ts'
import type { Method } from '../processors/port.ts'
import type { FieldName, FormValues } from './form/form-fields.ts'
import type { PageWords } from './words/page-words.ts'

/** What every page of a link shows around its content. */
export type PageModel = {
  readonly language: Language
  readonly words: PageWords
  readonly assets: PageAssets
  readonly invoiceWords: InvoiceWords
  readonly view: InvoiceView
  /** Of this link, without a slash at the end. */
  readonly path: string
  /** What has to stay in links of a preview; empty otherwise. */
  readonly query: string
  readonly hasLogo: boolean
  readonly isSandbox: boolean
  readonly isPreview: boolean
  /** Completed payments, oldest first; date and amount only, since other payers see them too. */
  readonly payments: readonly { readonly date: string; readonly amount: string }[]
}

/** The page of the link in its language; a preview's link stays one. A failure is answered in the same language. */
export function pagePath({ path, query, language }: PageModel, below = ''): string {
  return `${path}${below}${query === '' ? '?' : `${query}&`}lang=${language}`
}

/** Where the browser finds what all pages share. */
export type PageAssets = {
  /** The path of all pages. */
  readonly pages: string
  readonly style: string
  readonly script: string
}

/** A field that the merchant has added and the payer may fill in. */
export type CustomInput = {
  readonly definitionId: number
  readonly label: string
  /** Empty for a text field. */
  readonly choices: readonly string[]
  readonly lengthMin: number | undefined
  readonly lengthMax: number | undefined
  readonly initial: string
}

/** What the page asks a payer for. */
export type FormTerms = {
  readonly owed: Owed
  readonly payable: Payable
  readonly methods: readonly Method[]
  readonly hasCardFields: boolean
  /** Those of the methods that happen on the processor's page. */
  readonly hostedMethods: readonly Method[]
  readonly needsEmail: boolean
  readonly needsPhone: boolean
  readonly needsShipping: boolean
  readonly canSaveCard: boolean
  readonly customInputs: readonly CustomInput[]
}

export type FormModel = FormTerms & {
  /** The same when the form is sent twice. */
  readonly attemptKey: string
  readonly values: FormValues
  readonly problems: Readonly<Partial<Record<FieldName, string>>>
  /** Why the last attempt failed. */
  readonly notice: string | undefined
}
