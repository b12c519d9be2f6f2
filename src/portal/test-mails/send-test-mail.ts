import type { Actor } from '../../kernel/actor.ts'
import { findMailTimes, mailWrite } from '../../notifications/index.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'

export type TestMailDeps = {
  readonly db: Transactions
  /** The product's. */
  readonly clock: Clock
  readonly machineClock: Clock
}

/** To one person of an organization. */
export const TESTS_PER_HOUR = 5
const HOUR_SECONDS = 3_600

type Recipient = { readonly personId: string; readonly email: string; readonly name: string }

/** Puts the mail of a sample invoice into the outbox, for the person who asks for it. */
export async function sendTestMail(
  { db, clock, machineClock }: TestMailDeps,
  { organizationId, by }: Actor,
  { personId, email, name }: Recipient,
): Promise<{ readonly recipient: string }> {
  const at = clock.now()
  const subject = `person:${personId}`
  return db.transaction(async (tx) => {
    const times = await findMailTimes(tx, { organizationId, subject, address: email, kinds: ['test'] })
    const since = at.subtract({ seconds: HOUR_SECONDS })
    const recent = times.filter((time) => Temporal.Instant.compare(time, since) > 0)
    if (recent.length >= TESTS_PER_HOUR) throw tooMany()
    await writeTogether(tx, [
      mailWrite({
        ...{ organizationId, kind: 'test', subject, payload: {}, createdAt: at },
        // Of two requests that count the same mails, one sends another.
        cause: `test:${personId}:${recent.at(-1)?.toString() ?? at.toString()}:${recent.length}`,
        recipient: { name: name === '' ? undefined : name, address: email },
      }),
      ...auditWrites({
        ...{ organizationId, at: machineClock.now(), actor: by, subject, details: {} },
        action: 'test-mail.requested',
      }),
    ])
    return { recipient: email }
  })
}

function tooMany(): RetryLater {
  const message = `At most ${TESTS_PER_HOUR} test mails are sent to a person within an hour; please retry later.`
  return new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_TEST_MAILS', message }, HOUR_SECONDS)
}
