import type { Actor } from '../../kernel/actor.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import { definitionInsert, definitionUpdate, lockDefinitions } from './custom-field-store.ts'
import { activeDefinition, defined, deleted, redefined } from './define-custom-field.ts'
import type { ReadCustomField } from './read-custom-field.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }
type Definitions = readonly CustomFieldDefinition[]
type DefinitionId = { readonly definitionId: number | undefined }

/** Adds a field to a merchant's invoices and returns all active fields. */
export async function createCustomField(deps: Deps, actor: Actor, read: ReadCustomField): Promise<Definitions> {
  const { organizationId } = actor
  return change(deps, actor, ({ active, lastId }) => {
    const given = { organizationId, definitionId: lastId + 1, createdAt: deps.clock.now() }
    const definition = defined(read, active, given)
    return { action: 'created', definition, after: [...active, definition] }
  })
}

/** Replaces a field's terms and returns all active fields. If nothing changes, nothing is written. */
export async function changeCustomField(
  deps: Deps,
  actor: Actor,
  { definitionId, read }: DefinitionId & { readonly read: ReadCustomField },
): Promise<Definitions> {
  return change(deps, actor, ({ active }) => {
    const before = activeDefinition(active, definitionId)
    const definition = redefined(before, read, active)
    if (definition === before) return undefined
    return { action: 'changed', definition, after: active.map((other) => (other === before ? definition : other)) }
  })
}

/** Deletes a field and returns the remaining ones. Invoices that have a value of it keep showing it. */
export async function deleteCustomField(
  deps: Deps,
  actor: Actor,
  { definitionId }: DefinitionId,
): Promise<Definitions> {
  return change(deps, actor, ({ active }) => {
    const before = activeDefinition(active, definitionId)
    const definition = deleted(before, { at: deps.clock.now() })
    return { action: 'deleted', definition, after: active.filter((other) => other !== before) }
  })
}

type Change = {
  readonly action: 'created' | 'changed' | 'deleted'
  readonly definition: CustomFieldDefinition
  /** The active fields after it. */
  readonly after: Definitions
}

async function change(
  { db, machineClock }: Deps,
  { organizationId, by }: Actor,
  decide: (locked: { readonly active: Definitions; readonly lastId: number }) => Change | undefined,
): Promise<Definitions> {
  return db.transaction(async (tx) => {
    const locked = await lockDefinitions(tx, organizationId)
    const decided = decide(locked)
    if (decided === undefined) return locked.active
    const { action, definition, after } = decided
    const { definitionId, fieldType, label } = definition
    await writeTogether(tx, [
      action === 'created' ? definitionInsert(definition) : definitionUpdate(definition),
      ...auditWrites({
        organizationId,
        at: machineClock.now(),
        actor: by,
        action: `custom-field.${action}`,
        subject: `custom-field:${definitionId}`,
        details: { fieldType, label },
      }),
    ])
    return after
  })
}
