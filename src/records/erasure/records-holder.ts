import { ALL_KINDS } from '../../catalogue/kinds.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { eraseRecords } from './erase-records.ts'
import { evidenceParts } from './erasure-targets.ts'
import { countOutboxTargets } from './outbox-erasure-store.ts'
import { type ErasureDeps, EVIDENCE_MAX, findPersonEvidence } from './person-evidence.ts'
import { countTargets } from './record-erasure-store.ts'

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
