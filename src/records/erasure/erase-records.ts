import type { RecordKind } from '../../catalogue/kinds.ts'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import { counted, type HeldData, heldTogether, NOTHING_HELD, type SoughtPerson } from '../../kernel/personal-data.ts'
import { newId } from '../../platform/secrets/random.ts'
import { type Evidence, evidenceParts } from './erasure-targets.ts'
import { blankOutboxTargets, dropTargets, keepTargets, nextPendingTargets } from './outbox-erasure-store.ts'
import { type ErasureDeps, personEvidence } from './person-evidence.ts'
import { blankTargets, countTargets } from './record-erasure-store.ts'

/** Each round finds what the one before left, or what came meanwhile. */
const ROUNDS_MAX = 1_000
/** How often records of the same payments may come in while theirs are blanked. */
const PASSES_MAX = 10

export type ErasedRecords = { readonly held: HeldData; readonly kinds: ReadonlySet<RecordKind> }

/**
 * Takes the person out of all records that name them and all of the same payments, in every version, stored
 * or on their way. What was found is kept until it is blank, so that an interruption loses no connection.
 */
export async function eraseRecords(deps: ErasureDeps, sought: SoughtPerson): Promise<ErasedRecords> {
  const { db } = deps.db
  const { organizationId } = sought
  const erased = { held: NOTHING_HELD, kinds: new Set<RecordKind>() }
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    await blankPending(deps, organizationId, erased)
    const evidence = await personEvidence(deps, sought)
    if (evidence.length === 0) return erased
    for (const part of evidenceParts(evidence)) {
      await keepTargets(db, organizationId, { targetId: newId(), evidence: part })
    }
  }
  throw new Error('Records of the person keep coming in: stop who sends them, and erase again.')
}

type Erased = { held: HeldData; readonly kinds: Set<RecordKind> }

async function blankPending(deps: ErasureDeps, organizationId: string, erased: Erased): Promise<void> {
  const { db } = deps.db
  let pending = await nextPendingTargets(db, organizationId)
  while (pending !== undefined) {
    await blank(deps, pending.evidence, erased)
    await dropTargets(db, organizationId, pending)
    pending = await nextPendingTargets(db, organizationId)
  }
}

/**
 * First what is stored, then what is on its way: a row that was loaded in between is found stored by the
 * next pass, and one that is loaded afterwards is blank already. The other way round, a blank row could
 * meet its own full copy and be refused as another content.
 */
async function blank(deps: ErasureDeps, evidence: readonly Evidence[], erased: Erased): Promise<void> {
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    const stored = await blankStored(deps, evidence, erased)
    const waiting = await blankOutboxTargets(deps.db.db, evidence)
    erased.held = heldTogether(erased.held, counted('records on their way', waiting))
    if (stored === 0 && pass > 1) return
  }
  throw new Error('Records of the same payments keep coming in: erase again a little later.')
}

async function blankStored({ engine }: ErasureDeps, evidence: readonly Evidence[], erased: Erased): Promise<number> {
  let blanked = 0
  for (const kind of ALL_KINDS) {
    const { records, months } = await countTargets(engine, kind, evidence)
    if (records === 0) continue
    await blankTargets(engine, kind, { evidence, months })
    blanked += records
    erased.kinds.add(kind)
    erased.held = heldTogether(erased.held, counted(`${kind.name} records`, records))
  }
  return blanked
}
