import type { Language } from '../../../kernel/language.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { mailWrite } from '../../../notifications/index.ts'
import { type accounts, sandbox } from '../../../organizations/index.ts'
import type { SecurityEventKind } from '../../../organizations/pure.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { writeTogether } from '../../../platform/postgres/write-together.ts'
import { newId } from '../../../platform/secrets/random.ts'
import { chosenLanguage, mailOwner } from './mail-owner.ts'

/** The stored content of a mail about a security event. */
export type NoticePayload = {
  readonly event: SecurityEventKind
  /** By the machine's clock. */
  readonly at: string
  readonly device: string | null
  readonly network: string | null
  /** Null where the organization's language counts. */
  readonly language: Language | null
  readonly organizationId: string | null
}

type Deps = {
  /** The product's. */
  readonly clock: Clock
  readonly mode: Mode
  readonly config: { readonly smtpUrl: string | undefined }
}

type TellPerson = Parameters<typeof accounts.changePassword>[0]['tellPerson']

/** Writes mails about security events. In live mode without a mail server there are none: they would be old when one is set. */
export function securityNotices({ clock, mode, config }: Deps): TellPerson {
  return async (tx, { account, organizationId }, { kind: event, at, visit }) => {
    if ((mode === 'live' && config.smtpUrl === undefined) || sandbox.isPerson(account.email)) return
    const { personId, email, name } = account
    const payload: NoticePayload = {
      ...{ event, at: at.toString(), device: visit?.device ?? null, network: visit?.network ?? null },
      ...{ language: chosenLanguage(account) ?? null, organizationId: organizationId ?? null },
    }
    const owner = mailOwner({ mode, organizationId })
    const write = mailWrite({
      ...{ organizationId: owner, kind: 'security-notice', subject: `person:${personId}`, payload },
      cause: `security-notice:${newId()}`,
      recipient: { name: name === '' ? undefined : name, address: email },
      createdAt: clock.now(),
    })
    await writeTogether(tx, [write])
  }
}
