import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { customFieldAudit } from './custom-field-audit.ts'
import { definitionInsert, lockDefinitions } from './custom-field-store.ts'
import { defined } from './define-custom-field.ts'
import type { ReadCustomField } from './read-custom-field.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }

/** Adds a field to a merchant's invoices and returns all active fields. */
export async function createCustomField(
  { db, clock, machineClock }: Deps,
  actor: Actor,
  read: ReadCustomField,
): Promise<readonly CustomFieldDefinition[]> {
  const { organizationId } = actor
  return db.transaction(async (tx) => {
    const { active, lastId } = await lockDefinitions(tx, organizationId)
    const given = { organizationId, definitionId: lastId + 1, createdAt: clock.now() }
    const definition = defined(read, active, given)
    const note = { at: machineClock.now(), action: 'custom-field.created', definition } as const
    await writeTogether(tx, [definitionInsert(definition), ...customFieldAudit(actor, note)])
    return [...active, definition]
  })
}
