import { invoiceMails, invoicePdf, type MailComposerDeps, unsavedInvoices } from '../../invoicing/index.ts'
import type { Language } from '../../kernel/language.ts'
import type { MailComposer } from '../../notifications/pure.ts'
import { getOrganization } from '../../organizations/index.ts'

/** Before the subject, so that nobody takes the sample for an invoice. */
const TEST: Readonly<Record<Language, string>> = {
  'de-DE': 'Test',
  'en-US': 'Test',
  'es-419': 'Prueba',
  'fr-FR': 'Essai',
  'ja-JP': 'テスト',
  'pt-BR': 'Teste',
  'ru-RU': 'Проверка',
  'zh-CN': '测试',
  'zh-TW': '測試',
}

const NOTHING_TYPED = { invoice: undefined, invoiceNumber: undefined, settings: undefined, language: undefined }

/** The mail of a sample invoice with the saved settings, as a customer would get it. */
export function testMailComposer(deps: MailComposerDeps): MailComposer {
  const { database, clock, isSandbox, config } = deps
  return async ({ organizationId, recipient, createdAt }) => {
    const merchant = await getOrganization(database.db, organizationId)
    const sample = await unsavedInvoices.load({ db: database.db, clock, isSandbox }, merchant, NOTHING_TYPED)
    const facts = await invoiceMails.factsOf({ ...sample, merchant }, { isSandbox })
    const pdf = invoicePdf({ ...facts, isSandbox }, { ...config, now: clock.now() })
    const attachments = await invoiceMails.pdfAttachment(deps, pdf, organizationId)
    const { address } = recipient
    const mail = invoiceMails.composed(deps, facts, { kind: 'invoice', recipient: address, createdAt, attachments })
    return { ...mail, subject: `[${TEST[facts.language]}] ${mail.subject}` }
  }
}
