import { assert } from '../../../kernel/assert.ts'
import type { Language } from '../../../kernel/language.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { mailWrite } from '../../../notifications/index.ts'
import type { MailKind } from '../../../notifications/pure.ts'
import type { accounts } from '../../../organizations/index.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { writeTogether } from '../../../platform/postgres/write-together.ts'
import { newId } from '../../../platform/secrets/random.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { chosenLanguage, mailOwner } from './mail-owner.ts'

/** The stored content of a mail with a link; the rest is loaded when it is composed. */
export type LinkPayload = {
  readonly personId: string
  /** Sealed, in Base64: the table of mails must not open accounts. */
  readonly token: string
  /** Null where the organization's language counts. */
  readonly language: Language | null
  /** An organization that the person works for, or is invited to. */
  readonly organizationId: string | null
  readonly invitedBy: string | null
}

type LinkForPerson = Parameters<Parameters<typeof accounts.requestReset>[2]>[1]

type Deps = {
  readonly secrets: Secrets
  /** The product's. */
  readonly clock: Clock
  readonly mode: Mode
}

type Written = {
  readonly kind: Extract<MailKind, 'invitation' | 'password-reset'>
  /** The language of the person's browser. */
  readonly language?: Language
  readonly invitedBy?: string | undefined
}

/** Writes the mail with a link, in the transaction of the link. */
export async function writeLinkMail(
  tx: Tx,
  { secrets, clock, mode }: Deps,
  { link, account, organizationId }: LinkForPerson,
  { kind, language, invitedBy }: Written,
): Promise<void> {
  const { personId, email, name } = account
  const chosen = chosenLanguage(account) ?? language
  const owner = kind === 'invitation' ? organizationId : mailOwner({ mode, organizationId })
  assert(owner !== undefined, 'An invitation has its organization.')
  const payload: LinkPayload = {
    personId,
    token: secrets.seal(link.token, tokenContext(personId)).toString('base64'),
    language: chosen ?? null,
    organizationId: organizationId ?? null,
    invitedBy: invitedBy ?? null,
  }
  const mail = {
    ...{ organizationId: owner, kind, subject: `person:${personId}`, cause: `${kind}:${newId()}`, payload },
    recipient: { name: name === '' ? undefined : name, address: email },
    createdAt: clock.now(),
  }
  await writeTogether(tx, [mailWrite(mail)])
}

export function tokenContext(personId: string): string {
  return `token in a mail to ${personId}`
}
