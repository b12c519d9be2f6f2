// pure
import type { Language } from '../../kernel/language.ts'
import type { Html } from '../../kernel/markup/html.ts'
import type { Method } from './port.ts'

/** Parts of our payment page that only some processors have. */
export type PageParts = {
  /** The cards and bank accounts of a test environment, below the form; those of methods that the form has fields for. */
  readonly testCards?: (page: TestPage) => Html
  /** Whether wallets are simulated, so that every browser has them. */
  readonly hasSimulatedWallets?: true
  /** The sheet in which the payer confirms with a wallet. Its form sends `hidden` again, and `walletToken`. */
  readonly walletSheet?: (sheet: WalletSheet) => Html
  /** The address of the bank's question in a language, where the payer's choice of it reaches the bank. */
  readonly challengeUrl?: (url: string, language: Language) => string
}

export type TestPage = {
  readonly language: Language
  readonly currency: string
  readonly methods: readonly Method[]
}

export type WalletSheet = {
  readonly language: Language
  readonly method: Method
  readonly seller: string
  readonly amount: string
  /** A sentence on what remains to be paid afterwards. */
  readonly rest: string | undefined
  /** Our page, where the form is sent and a payer who cancels returns. */
  readonly path: string
  /** The values that the payer entered before. */
  readonly hidden: readonly (readonly [string, string])[]
}
