import { ALL_KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { newId } from '../../platform/secrets/random.ts'
import { type Evidence, evidenceParts } from './erasure-targets.ts'
import {
  blankOutboxTargets,
  countOutboxTargets,
  deleteTargets,
  findPendingTargets,
  saveTargets,
} from './outbox-erasure-store.ts'
import { type ErasureDeps, EVIDENCE_MAX, findPersonEvidence } from './person-evidence.ts'
import { blankTargets, countTargets } from './record-erasure-store.ts'

/** Each round finds records that the one before left or that arrived during it. */
const ROUNDS_MAX = 1_000
/** How often records of the same payments may arrive while others are blanked. */
const PASSES_MAX = 10

/** Erases records of every kind, stored or in the outbox. */
export function recordsHolder(deps: ErasureDeps): PersonalDataHolder {
  return {
    name: 'records',
    find: (sought) => findRecords(deps, sought),
    erase: async (sought) => {
      const { engine } = deps
      const { held, kinds } = await eraseRecords(deps, sought)
      const isGone = await engine.purgeRemovedRows([...kinds].map(({ table }) => table))
      if (isGone) return held
      const remaining = [{ what: 'replaced files of the record store', why: engine.removedFilesNote }]
      return { ...held, remaining }
    },
  }
}

async function findRecords(deps: ErasureDeps, sought: SoughtPerson): Promise<HeldData> {
  const evidence = await findPersonEvidence(deps, sought)
  let held = NOTHING_HELD
  for (const part of evidenceParts(evidence)) {
    for (const kind of ALL_KINDS) {
      const { records } = await countTargets(deps.engine, kind, part)
      held = heldTogether(held, counted(`${kind.name} records`, records))
    }
    const waiting = await countOutboxTargets(deps.db.db, part)
    held = heldTogether(held, counted('records on their way', waiting))
  }
  return evidence.length < EVIDENCE_MAX ? held : { ...held, isLowerBound: true }
}

type ErasedRecords = { readonly held: HeldData; readonly kinds: ReadonlySet<RecordKind> }

/**
 * Blanks the personal fields of all records that name the person and of all records of the same payments, in every
 * version, stored or in the outbox. Targets are stored until they are blank, so that an interruption loses none.
 */
export async function eraseRecords(deps: ErasureDeps, sought: SoughtPerson): Promise<ErasedRecords> {
  const { db } = deps.db
  const { organizationId } = sought
  const erased = { held: NOTHING_HELD, kinds: new Set<RecordKind>() }
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    await blankPending(deps, organizationId, erased)
    const evidence = await findPersonEvidence(deps, sought)
    if (evidence.length === 0) return erased
    for (const part of evidenceParts(evidence)) {
      await saveTargets(db, organizationId, { targetId: newId(), evidence: part })
    }
  }
  throw new Error('Records of the person keep arriving: stop the sender and erase again.')
}

type Erased = { held: HeldData; readonly kinds: Set<RecordKind> }

async function blankPending(deps: ErasureDeps, organizationId: string, erased: Erased): Promise<void> {
  const { db } = deps.db
  let pending = await findPendingTargets(db, organizationId)
  while (pending !== undefined) {
    await blank(deps, pending.evidence, erased)
    await deleteTargets(db, organizationId, pending)
    pending = await findPendingTargets(db, organizationId)
  }
}

/**
 * Blanks stored records first, then the outbox: a row that is loaded in between is found stored by the next pass, and
 * one that is loaded afterwards is blank already. In the other order, a blank row could meet its own full copy and be
 * refused as a conflict.
 */
async function blank(deps: ErasureDeps, evidence: readonly Evidence[], erased: Erased): Promise<void> {
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    const stored = await blankStored(deps, evidence, erased)
    const waiting = await blankOutboxTargets(deps.db.db, evidence)
    erased.held = heldTogether(erased.held, counted('records on their way', waiting))
    if (stored === 0 && pass > 1) return
  }
  throw new Error('Records of the same payments keep arriving: erase again later.')
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
