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
import { INSTALLATION } from '../../../organizations/pure.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { forgottenUrl, invitationUrl, resetUrl } from '../portal-links.ts'
import { type LinkPayload, tokenContext } from './link-mail.ts'
import type { NoticePayload } from './notice-mail.ts'
import { invitationMail, noticeMail, resetMail } from './people-mail.ts'

export type PeopleMailDeps = {
  readonly database: Pick<Database, 'db'>
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly isSandbox: boolean
  readonly config: { readonly baseUrl: string }
  /** The language that the organization has chosen for its mails; that of the product if there is no such organization. */
  readonly languageOf: (organizationId: string) => Promise<Language>
}

/** Not a merchant’s mail. */
const OPERATOR = { name: undefined, ownDomain: undefined }

type Kinds = 'invitation' | 'password-reset' | 'security-notice'

/** The composers of mails to people. One whose link is used, replaced or expired is not sent any more. */
export function peopleMailComposers(deps: PeopleMailDeps): Pick<MailComposers, Kinds> {
  return {
    'security-notice': noticeComposer(deps),
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
    const language = payload.language ?? (await languageOf(payload.organizationId ?? INSTALLATION))
    const url = kind === 'reset' ? resetUrl(config, token) : invitationUrl(config, token)
    const content = await contentOf(mail, { payload, language, isSandbox, address: mail.recipient.address, url }, deps)
    return { ...renderMail(content), language, sender: OPERATOR, replyTo: undefined, attachments: [] }
  }
}

function noticeComposer({ isSandbox, config, languageOf }: PeopleMailDeps): MailComposer {
  return async (mail) => {
    const { event, at, device, network, ...payload } = mail.payload as NoticePayload
    const language = payload.language ?? (await languageOf(payload.organizationId ?? INSTALLATION))
    const content = noticeMail({
      ...{ language, isSandbox, address: mail.recipient.address, event, at: Temporal.Instant.from(at) },
      ...{ device: device ?? undefined, network: network ?? undefined, forgottenUrl: forgottenUrl(config) },
    })
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
