import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { customFieldAudit } from './custom-field-audit.ts'
import { definitionUpdate, lockDefinitions } from './custom-field-store.ts'
import { livingDefinition, redefined } from './define-custom-field.ts'
import type { ReadCustomField } from './read-custom-field.ts'

type Deps = { readonly db: Transactions; readonly machineClock: Clock }

type ChangeCustomField = {
  readonly definitionId: number | undefined
  readonly asked: ReadCustomField
}

/** Says a field's terms anew; returns all that the merchant has now. Where nothing changes, nothing is written. */
export async function changeCustomField(
  { db, machineClock }: Deps,
  actor: Actor,
  { definitionId, asked }: ChangeCustomField,
): Promise<readonly CustomFieldDefinition[]> {
  return db.transaction(async (tx) => {
    const { living } = await lockDefinitions(tx, actor.organizationId)
    const before = livingDefinition(living, definitionId)
    const definition = redefined(before, asked, living)
    if (definition === before) return living
    const told = { at: machineClock.now(), action: 'custom-field.changed', definition } as const
    await writeTogether(tx, [definitionUpdate(definition), ...customFieldAudit(actor, told)])
    return living.map((other) => (other === before ? definition : other))
  })
}
