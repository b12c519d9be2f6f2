import type { Language } from '../../../kernel/language.ts'
import {
  harmlessName,
  type MailComposer,
  type MailComposers,
  type MailContent,
  type OutboxMail,
  renderMail,
} from '../../../notifications/pure.ts'
import { accounts, getOrganization } from '../../../organizations/index.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { invitationUrl, resetUrl } from '../portal-links.ts'
import { type LinkPayload, tokenContext } from './link-mail.ts'
import { invitationMail, resetMail } from './people-mail.ts'

export type PeopleMailDeps = {
  readonly database: Pick<Database, 'db'>
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly isSandbox: boolean
  readonly config: { readonly baseUrl: string }
  /** The language that the organization has chosen for its mails. */
  readonly languageOf: (organizationId: string) => Promise<Language>
}

/** Not a merchant’s mail. */
const OPERATOR = { name: undefined, ownDomain: undefined }

/** The composers of mails with links; a mail whose link is used, replaced or expired is not sent any more. */
export function peopleMailComposers(deps: PeopleMailDeps): Pick<MailComposers, 'invitation' | 'password-reset'> {
  return {
    invitation: composer(deps, 'invitation', invitationContent),
    'password-reset': composer(deps, 'reset', async (_mail, shared) => resetMail(shared)),
  }
}

type Shared = {
  readonly payload: LinkPayload
  readonly language: Language
  readonly isSandbox: boolean
  readonly address: string
  readonly url: string
}
type Content = (mail: OutboxMail, shared: Shared, deps: PeopleMailDeps) => Promise<MailContent>

function composer(deps: PeopleMailDeps, kind: 'invitation' | 'reset', contentOf: Content): MailComposer {
  const { database, secrets, machineClock, isSandbox, config, languageOf } = deps
  return async (mail) => {
    const payload = mail.payload as LinkPayload
    const token = secrets.open(Buffer.from(payload.token, 'base64'), tokenContext(payload.personId)).toString()
    if (!(await accounts.isTokenValid(database.db, { token, kind }, machineClock.now()))) return undefined
    const language = payload.language ?? (await languageOf(mail.organizationId))
    const url = kind === 'reset' ? resetUrl(config, token) : invitationUrl(config, token)
    const content = await contentOf(mail, { payload, language, isSandbox, address: mail.recipient.address, url }, deps)
    return { ...renderMail(content), language, sender: OPERATOR, replyTo: undefined, attachments: [] }
  }
}

const invitationContent: Content = async (mail, shared, { database: { db } }) => {
  const { personId, invitedBy } = shared.payload
  const [organization, person, inviter] = await Promise.all([
    getOrganization(db, mail.organizationId),
    accounts.findPerson(db, personId),
    invitedBy === null ? undefined : accounts.findPerson(db, invitedBy),
  ])
  return invitationMail({
    ...shared,
    organization: organization.name,
    // People choose their own names, and must not send addresses of pages in our mails.
    inviter: harmlessName(inviter?.name),
    hasPassword: person?.hasPassword ?? false,
  })
}
