import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { customFieldAudit } from './custom-field-audit.ts'
import { definitionUpdate, lockDefinitions } from './custom-field-store.ts'
import { activeDefinition, deleted } from './define-custom-field.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

/** Deletes a field and returns the remaining ones. Invoices that have a value of it keep showing it. */
export async function deleteCustomField(
  { db, clock, machineClock }: Deps,
  actor: Actor,
  { definitionId }: { readonly definitionId: number | undefined },
): Promise<readonly CustomFieldDefinition[]> {
  return db.transaction(async (tx) => {
    const { active } = await lockDefinitions(tx, actor.organizationId)
    const before = activeDefinition(active, definitionId)
    const definition = deleted(before, { at: clock.now() })
    const note = { at: machineClock.now(), action: 'custom-field.deleted', definition } as const
    await writeTogether(tx, [definitionUpdate(definition), ...customFieldAudit(actor, note)])
    return active.filter((other) => other !== before)
  })
}
