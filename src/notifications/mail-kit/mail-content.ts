// pure
import type { HeaderColors } from '../../kernel/colors/brand-colors.ts'
import type { Language } from '../../kernel/language.ts'

/** The text may have several lines. */
export type MailRow = { readonly label: string; readonly text: string }

/** A purchased item. */
export type MailItem = {
  readonly name: string
  /** For example quantity and price. */
  readonly detail: string | undefined
  readonly amount: string
}

/** A table of items with their sums, a table of facts, or a sentence. */
export type MailSection =
  | { readonly type: 'items'; readonly items: readonly MailItem[]; readonly sums: readonly MailRow[] }
  | { readonly type: 'facts'; readonly rows: readonly MailRow[] }
  | { readonly type: 'note'; readonly text: string }

/** An image that is attached; its size is that in which it is shown. */
export type MailLogo = {
  readonly contentId: string
  readonly width: number
  readonly height: number
  /** Whether it is nearly white, so that its plate is dark. */
  readonly isLight: boolean
}

export type MailAmount = {
  readonly label: string
  readonly text: string
  /** When it is due, or was paid. */
  readonly note: string | undefined
  /** The purpose, in short. */
  readonly about: string | undefined
  /** Nobody owes it any more. */
  readonly isStruck?: boolean
}

export type MailAction = { readonly label: string; readonly url: string }

/** Everything that a mail says, in the order in which it is read. Any text may come from a customer. */
export type MailContent = {
  readonly language: Language
  readonly subject: string
  /** The preview that mail programs show after the subject. */
  readonly preheader: string
  /** Shown above everything else: this is only a test. */
  readonly notice: string | undefined
  readonly brand: { readonly name: string; readonly colors: HeaderColors; readonly logo: MailLogo | undefined }
  readonly title: string
  readonly amount: MailAmount | undefined
  /** Paragraphs. */
  readonly intro: readonly string[]
  /** The one thing to do. */
  readonly button: MailAction | undefined
  /** A way on for those who want one, where there is nothing to do. */
  readonly link: MailAction | undefined
  /** Paragraphs below the button. */
  readonly outro: readonly string[]
  /** The merchant's message to its customers; it may have several lines. */
  readonly message: MailRow | undefined
  readonly sections: readonly MailSection[]
  /** Who sent it and why. */
  readonly sender: {
    readonly why: string
    readonly questions: string | undefined
    readonly lines: readonly string[]
  }
}

/** The parts of a mail that people read. */
export type RenderedMail = { readonly html: string; readonly text: string }
