import { findSettings, invoiceMailComposers, type MailComposerDeps } from '../invoicing/index.ts'
import type { MailComposers } from '../notifications/index.ts'
import { paymentMailComposers } from '../payments/index.ts'
import { reportMailComposer } from '../reporting/index.ts'

/** All composers of mails, by the kind of mail. */
export function mailComposers(deps: MailComposerDeps): MailComposers {
  const languageOf = async (organizationId: string) =>
    (await findSettings(deps.database.db, organizationId)).values.deliveryLanguage ?? 'en-US'
  return {
    ...invoiceMailComposers(deps),
    ...paymentMailComposers(deps),
    report: reportMailComposer({ ...deps, languageOf }),
  }
}
