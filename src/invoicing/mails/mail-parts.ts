// pure
import { oneStop } from '../../kernel/wording/one-stop.ts'
import { TERMS } from '../../kernel/wording/terms.ts'
import {
  type ComposedMail,
  domainOf,
  MAIL_WORDS,
  type MailAttachment,
  type MailContent,
  type MailLogo,
  type MailSection,
  renderMail,
} from '../../notifications/pure.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { InvoiceView, LineView, Row } from '../presentation/invoice-view.ts'
import { INVOICE_WORDS } from '../presentation/words/all-words.ts'
import { effectiveSettings, type InvoiceSettings } from '../settings/settings.ts'

// Parts that all mails of a merchant share.

/** How a merchant's mail is sent. */
export type MailFrame = {
  /** Money does not move. */
  readonly isSandbox: boolean
  readonly logo: MailLogo | undefined
  /** The address for replies. */
  readonly replyTo: string | undefined
}

type Common = Pick<MailContent, 'language' | 'notice' | 'brand' | 'sender'>

/** The frame around the content: test mode, the merchant's header, who sent it and why. */
export function frameOf(view: InvoiceView, { isSandbox, logo, replyTo }: MailFrame, why: string): Common {
  const { language, seller, header: colors } = view
  const { name, address, phone, email, vatNumber } = seller
  const words = MAIL_WORDS[language]
  return {
    language,
    notice: isSandbox ? TERMS[language].testMode : undefined,
    brand: { name, colors, logo },
    sender: {
      why: oneStop(why),
      questions: replyTo === undefined ? undefined : oneStop(words.questions({ seller: name })),
      lines: [name, ...address, phone, email, vatNumber && `${vatNumber.label} ${vatNumber.text}`].filter(
        (line) => line !== undefined,
      ),
    },
  }
}

/** The address for replies to the merchant's mails. */
export function replyAddress(
  settings: Pick<InvoiceSettings, 'values'>,
  merchant: { readonly name: string; readonly contact: { readonly email?: string } },
): string | undefined {
  return effectiveSettings(settings, merchant).merchantEmail ?? merchant.contact.email
}

/** The lines of the invoice with its sums; none if the invoice has only a total. */
export function itemSections(
  view: InvoiceView,
  { hasBalance }: { readonly hasBalance: boolean },
): readonly MailSection[] {
  const { lines, parts, total, paid, balance } = view
  const rest = hasBalance && paid !== undefined ? [paid, balance] : []
  if (lines.length === 0 && parts.length === 0 && rest.length === 0) return []
  const items = lines.map((line) => ({ name: line.item, detail: detailOf(view, line), amount: line.amount }))
  return [{ type: 'items', items, sums: [...parts, total, ...rest] }]
}

function detailOf({ columns }: InvoiceView, line: LineView): string | undefined {
  // A line ends after a dot, not within a price.
  const price = line.unitPrice === '' ? line.quantity : `${line.quantity}\u00A0×\u00A0${line.unitPrice}`
  const more = columns
    .filter(({ column }) => column === 'discount' || column === 'tax')
    .flatMap(({ column, label }) => (line[column] === '' ? [] : [`${label}\u00A0${line[column]}`]))
  return [price, line.sku, ...more].filter((part) => part !== undefined).join('\u00A0· ')
}

/** A longer description would push the button off the screen. */
const ABOUT_LENGTH_MAX = 80

/** The description of the invoice, if it is short enough to stand below the amount. */
export function aboutOf({ description }: Pick<InvoiceView, 'description'>): string | undefined {
  const about = description?.text.trim() ?? ''
  return about === '' || about.length > ABOUT_LENGTH_MAX || about.includes('\n') ? undefined : about
}

/** The description of the invoice, if it is too long for that. */
export function descriptionRows(view: Pick<InvoiceView, 'description'>): readonly Row[] {
  const { description } = view
  return description === undefined || aboutOf(view) !== undefined ? [] : [description]
}

/** The invoice's facts besides its items. */
export function factRows(view: InvoiceView): readonly Row[] {
  const { number, issued, billTo, customer, customFields } = view
  const bill = billTo.lines.length === 0 ? undefined : { label: billTo.label, text: billTo.lines.join('\n') }
  return [number, issued, bill, ...customer, ...descriptionRows(view), ...customFields].filter(
    (row) => row !== undefined,
  )
}

/** A short subject, followed by the number of its invoice, with the word for it or without. */
export function withInvoiceNumber({ language, number }: InvoiceView, subject: string): readonly [string, ...string[]] {
  if (number === undefined) return [subject]
  return [`${subject} · ${INVOICE_WORDS[language].invoice} ${number.text}`, `${subject} · ${number.text}`]
}

export function factsSection(rows: readonly Row[]): readonly MailSection[] {
  return rows.length === 0 ? [] : [{ type: 'facts', rows }]
}

type MailParts = {
  readonly view: InvoiceView
  /** Its contact is the operator's entry, so its domain is not the merchant's claim. */
  readonly merchant: Pick<Organization, 'contact'>
  readonly frame: MailFrame
  readonly logo: { readonly attachment: MailAttachment } | undefined
}

/** The mail as it is handed over. */
export function composedMail(
  { view, merchant, frame, logo }: MailParts,
  content: MailContent,
  attachments: readonly MailAttachment[] = [],
): ComposedMail {
  return {
    ...renderMail(content),
    language: view.language,
    sender: { name: view.seller.name, ownDomain: merchant.contact.email && domainOf(merchant.contact.email) },
    replyTo: frame.replyTo,
    attachments: [...(logo === undefined ? [] : [logo.attachment]), ...attachments],
  }
}
