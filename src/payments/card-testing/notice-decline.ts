import { findNotificationAddress } from '../../invoicing/index.ts'
import { mailWrite } from '../../notifications/index.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import type { Attempt } from '../model/attempt.ts'
import { raiseAlert } from '../notices/raise-alert.ts'
import { type CardTestingLimits, episodeChange, type RecentAttempts } from './episode.ts'
import { beginEpisode, findRecentAttempts } from './episode-store.ts'

type Deps = { readonly log: Logger; readonly config: { readonly cardTesting: CardTestingLimits } }
type Declined = Pick<Attempt, 'organizationId' | 'paymentId' | 'invoiceNumber' | 'amount'>

/**
 * Begins an episode of card testing if the declines of the merchant's payers say so, and alerts operator and merchant.
 * Called after a decline that counts, in its transaction.
 */
export async function noticeDecline(
  tx: Tx,
  { log, config }: Deps,
  { attempt, at }: { readonly attempt: Declined; readonly at: Temporal.Instant },
): Promise<void> {
  const { organizationId } = attempt
  const recent = await findRecentAttempts(tx, organizationId, config.cardTesting)
  const change = episodeChange(recent, config.cardTesting)
  if (change !== 'begins' && change !== 'resumes') return
  if (!(await beginEpisode(tx, organizationId, { isNew: change === 'begins' }))) return
  if (change === 'resumes') {
    log.warn({ organizationId }, 'card testing goes on after a pause')
    return
  }
  const alert = raiseAlert({ log }, { ...alertOf(attempt), raisedAt: at })
  const address = await findNotificationAddress(tx, organizationId, { isUrgent: true })
  const mails = address === undefined ? [] : [alertMail({ attempt, at, recent, address })]
  await writeTogether(tx, [alert, ...mails])
}

/** An alert names a payment: here the attempt with which the episode began. */
function alertOf({ organizationId, paymentId, invoiceNumber, amount }: Declined) {
  return { organizationId, kind: 'card-testing', paymentId, invoiceNumber, amount } as const
}

type Alerted = {
  readonly attempt: Declined
  readonly at: Temporal.Instant
  readonly recent: RecentAttempts
  readonly address: string
}

function alertMail({ attempt, at, recent, address }: Alerted): Write {
  const { organizationId, paymentId } = attempt
  const kind = 'card-testing'
  return mailWrite({
    ...{ organizationId, kind, cause: `${kind} ${paymentId}`, subject: `organization:${organizationId}` },
    recipient: { name: undefined, address },
    payload: { declines: recent.declines, attempts: recent.attempts },
    createdAt: at,
  })
}
