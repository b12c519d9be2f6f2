import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { people, recordAudit } from '../../organizations/index.ts'
import { paymentCare } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db, Transactions, Tx } from '../../platform/postgres/database.ts'
import { type Claim, claimed } from './claim.ts'
import { deleteClaim, deleteEndedClaims, lockClaim, saveClaim } from './claim-store.ts'

type Deps = { readonly db: Transactions; readonly reading: Db; readonly machineClock: Clock }
type Claimant = Actor & { readonly personId: string }

/** Claims a payment under review, or renews the claim. Somebody else's claim ends only on request. */
export async function claimReview(
  { db, reading, machineClock }: Deps,
  { organizationId, by, personId }: Claimant,
  { paymentId, takesOver }: { readonly paymentId: string; readonly takesOver: boolean },
): Promise<Claim> {
  const place = { organizationId, paymentId }
  if (!(await paymentCare.activity.isUnderReview(reading, place))) throw notUnderReview()
  return db.transaction(async (tx) => {
    const at = machineClock.now()
    const outcome = claimed(await lockClaim(tx, place), { place, personId, at, isTakingOver: takesOver })
    if (outcome.kind === 'held') throw await heldBy(tx, outcome.by)
    await saveClaim(tx, outcome.claim)
    if (outcome.kind === 'renewed') return outcome.claim
    await deleteEndedClaims(tx, organizationId, { at })
    const action = outcome.kind === 'claimed' ? 'review.claimed' : 'review.claim-taken-over'
    await recordAudit(tx, { organizationId, at, actor: by, action, subject: `payment:${paymentId}`, details: {} })
    return outcome.claim
  })
}

/** Gives a payment up. A claim that has ended, or is somebody else's now, is left alone. */
export async function releaseReview(
  { db, machineClock }: Omit<Deps, 'reading'>,
  { organizationId, by, personId }: Claimant,
  { paymentId }: { readonly paymentId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteClaim(tx, { organizationId, paymentId, personId }))) return
    const at = machineClock.now()
    const entry = { organizationId, at, actor: by, subject: `payment:${paymentId}`, details: {} }
    await recordAudit(tx, { ...entry, action: 'review.released' })
  })
}

async function heldBy(tx: Tx, { personId, endsAt }: Claim): Promise<AppError> {
  const name = (await people.findNames(tx, [personId])).get(personId) ?? 'Somebody else'
  const until = endsAt.toString({ smallestUnit: 'second' })
  return new AppError('conflict', 'REVIEW_CLAIMED', `${name} is on this payment until ${until}; it can be taken over.`)
}

function notUnderReview(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'No such payment is under review.')
}
