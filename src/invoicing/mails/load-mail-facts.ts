import type { Language } from '../../kernel/language.ts'
import type { MailAttachment, OutboxMail } from '../../notifications/pure.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Pdf, PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type InvoiceView, invoiceView } from '../presentation/invoice-view.ts'
import { merchantLanguage, payerLanguage } from '../presentation/payer-language.ts'
import type { InvoiceSettings } from '../settings/settings.ts'
import { findSettings } from '../settings/settings-store.ts'
import { findInvoice } from '../storage/invoice-store.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { invoiceNumberOf } from '../storage/save-change.ts'
import { type AttachedLogo, attachedLogo } from './mail-logo.ts'
import { type MailFrame, replyAddress } from './mail-parts.ts'

/** The dependencies of composers of a merchant's mails. */
export type MailComposerDeps = {
  readonly database: Pick<Database, 'db'>
  readonly clock: Clock
  readonly pdfs: PrintedPdfs
  readonly isSandbox: boolean
  readonly config: { readonly baseUrl: string; readonly hasMailPdfs: boolean }
}

/** The input of a mail about an invoice. */
export type MailFacts = LoadedInvoice & {
  readonly settings: InvoiceSettings
  readonly merchant: Organization
  readonly language: Language
  readonly view: InvoiceView
  readonly frame: MailFrame
  readonly logo: AttachedLogo | undefined
}

/** Undefined if the invoice is gone. */
export async function loadMailFacts(
  { database: { db }, isSandbox }: Pick<MailComposerDeps, 'database' | 'isSandbox'>,
  { organizationId, subject }: Pick<OutboxMail, 'organizationId' | 'subject'>,
  { reader = 'payer' }: { readonly reader?: 'payer' | 'merchant' } = {},
): Promise<MailFacts | undefined> {
  const invoiceNumber = invoiceNumberOf(subject)
  const [loaded, settings, merchant] = await Promise.all([
    findInvoice(db, { organizationId, invoiceNumber }, { offset: 0, limit: 0 }),
    findSettings(db, organizationId),
    getOrganization(db, organizationId),
  ])
  if (loaded === undefined) return undefined
  const language = reader === 'payer' ? payerLanguage(loaded.invoice, settings) : merchantLanguage(settings)
  return mailFactsOf({ ...loaded, settings, merchant, language }, { isSandbox })
}

/** Adds what follows from an invoice, its merchant and the settings. */
export async function mailFactsOf<
  Known extends Pick<MailFacts, 'invoice' | 'definitions' | 'settings' | 'merchant' | 'language'>,
>(
  known: Known,
  { isSandbox }: Pick<MailComposerDeps, 'isSandbox'>,
): Promise<Known & Pick<MailFacts, 'logo' | 'view' | 'frame'>> {
  const { settings, merchant } = known
  const logo = settings.logo && (await attachedLogo(settings.logo))
  return {
    ...known,
    logo,
    view: invoiceView(known),
    frame: { isSandbox, logo: logo?.logo, replyTo: replyAddress(settings, merchant) },
  }
}

/** The PDF as an attachment; none if the operator does not want any. */
export async function pdfAttachment(
  { pdfs, config }: Pick<MailComposerDeps, 'pdfs' | 'config'>,
  pdf: Pdf,
  owner: string,
): Promise<readonly MailAttachment[]> {
  if (!config.hasMailPdfs) return []
  const content = Buffer.from(await pdfs.bytesOf(pdf, { owner }))
  return [{ filename: pdf.fileName, contentType: 'application/pdf', content }]
}
