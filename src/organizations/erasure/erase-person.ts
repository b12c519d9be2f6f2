import type { AuditActor } from '../../kernel/actor.ts'
import { type Person, personText } from '../../kernel/person.ts'
import { heldTogether, NOTHING_HELD, type PersonalDataHolder, type RemainingData } from '../../kernel/personal-data.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { completeErasure, type ErasureOutcome, openErasure, saveOutcome } from './erasure-store.ts'
import { OUT_OF_REACH, seekPerson } from './find-person.ts'

type Deps = {
  readonly db: Pick<Database, 'db' | 'transaction'>
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly holders: readonly PersonalDataHolder[]
}

export type Erasure = {
  readonly erasureId: string
  readonly outcome: ErasureOutcome
  readonly remaining: readonly RemainingData[]
}

/**
 * Erases the data of a person from every holder, in the organization and all below it. If it is interrupted, the
 * same request continues it. The record of the erasure does not identify the person.
 */
export async function erasePerson(
  deps: Deps,
  by: AuditActor,
  input: { readonly organizationId: string; readonly person: Person },
): Promise<Erasure> {
  const { db, holders } = deps
  const { organizationId } = input
  const sought = await seekPerson(db.db, input)
  for (const holder of holders) await holder.refuse?.(sought)
  const started = await start(deps, by, input)
  const place = { organizationId, erasureId: started.erasureId }
  let { outcome } = started
  const remaining: RemainingData[] = []
  for (const holder of holders) {
    const erased = await holder.erase(sought, by)
    remaining.push(...erased.remaining)
    const before = { counts: outcome[holder.name] ?? {}, remaining: [] }
    outcome = { ...outcome, [holder.name]: heldTogether(before, erased).counts }
    await saveOutcome(db.db, place, outcome)
  }
  await complete(deps, by, { ...place, outcome })
  return { erasureId: place.erasureId, outcome, remaining: [...remaining, OUT_OF_REACH] }
}

async function start(
  { db, secrets, machineClock }: Deps,
  by: AuditActor,
  { organizationId, person }: { readonly organizationId: string; readonly person: Person },
) {
  const at = machineClock.now()
  const personHash = secrets.code('erased person', personText(person))
  const erasureId = newId()
  return db.transaction(async (tx) => {
    const open = await openErasure(tx, { organizationId, erasureId, personHash, at })
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: open.isNew ? 'erasure.begun' : 'erasure.resumed',
      subject: subjectOf(open),
      details: {},
    })
    return open
  })
}

async function complete(
  { db, machineClock }: Deps,
  by: AuditActor,
  { organizationId, erasureId, outcome }: Pick<Erasure, 'erasureId' | 'outcome'> & { readonly organizationId: string },
): Promise<void> {
  const at = machineClock.now()
  const erased = Object.values(outcome).map((counts) => ({ counts, remaining: [] }))
  await db.transaction(async (tx) => {
    await completeErasure(tx, { organizationId, erasureId }, at)
    await recordAudit(tx, {
      organizationId,
      at,
      actor: by,
      action: 'erasure.completed',
      subject: subjectOf({ erasureId }),
      details: erased.reduce(heldTogether, NOTHING_HELD).counts,
    })
  })
}

function subjectOf({ erasureId }: { readonly erasureId: string }): string {
  return `erasure:${erasureId}`
}
