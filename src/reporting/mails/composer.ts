import type { Language } from '../../kernel/language.ts'
import { type MailComposer, renderMail } from '../../notifications/pure.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type ReportFacts, reportMail } from './report-mail.ts'

type Deps = {
  readonly database: Pick<Database, 'db'>
  readonly isSandbox: boolean
  readonly config: { readonly baseUrl: string }
  /** The language that the organization has chosen for its mails. */
  readonly languageOf: (organizationId: string) => Promise<Language>
}

/** Not a merchant’s mail. */
const OPERATOR = { name: undefined, ownDomain: undefined }

/** The composer of mails about finished reports. */
export function reportMailComposer({ database: { db }, isSandbox, config, languageOf }: Deps): MailComposer {
  return async ({ organizationId, payload }) => {
    const [language, { name: organization }] = await Promise.all([
      languageOf(organizationId),
      getOrganization(db, organizationId),
    ])
    const facts = payload as ReportFacts
    const content = reportMail({ facts, language, organization, baseUrl: config.baseUrl, isSandbox })
    return { ...renderMail(content), language, sender: OPERATOR, replyTo: undefined, attachments: [] }
  }
}
