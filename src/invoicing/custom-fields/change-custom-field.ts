import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { customFieldAudit } from './custom-field-audit.ts'
import { definitionUpdate, lockDefinitions } from './custom-field-store.ts'
import { activeDefinition, redefined } from './define-custom-field.ts'
import type { ReadCustomField } from './read-custom-field.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

type ChangeCustomField = {
  readonly definitionId: number | undefined
  readonly read: ReadCustomField
}

/** Replaces a field's terms and returns all active fields. If nothing changes, nothing is written. */
export async function changeCustomField(
  { db, machineClock }: Deps,
  actor: Actor,
  { definitionId, read }: ChangeCustomField,
): Promise<readonly CustomFieldDefinition[]> {
  return db.transaction(async (tx) => {
    const { active } = await lockDefinitions(tx, actor.organizationId)
    const before = activeDefinition(active, definitionId)
    const definition = redefined(before, read, active)
    if (definition === before) return active
    const note = { at: machineClock.now(), action: 'custom-field.changed', definition } as const
    await writeTogether(tx, [definitionUpdate(definition), ...customFieldAudit(actor, note)])
    return active.map((other) => (other === before ? definition : other))
  })
}
