import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { CustomFieldDefinition, FieldType } from './custom-field.ts'

/** A definition as PostgreSQL writes its row in JSON. */
export type StoredDefinition = {
  readonly organization_id: string
  readonly definition_id: number
  readonly reference_type: 'Invoice'
  readonly field_type: FieldType
  readonly label: string
  readonly customer_visible: boolean
  readonly read_only: boolean
  readonly text_min_length: number | null
  readonly text_max_length: number | null
  readonly text_default_value: string | null
  readonly possible_values: string | null
  readonly data_index: number
  readonly created_at: string
  readonly deleted_at: string | null
}

/**
 * A column with the active definitions in order of creation, for a statement that selects more; with
 * `orIds`, a query of ids, those as well, deleted or not. `definitionsOf` reads the column.
 */
export function definitionsColumn({
  organizationId,
  orIds,
}: {
  readonly organizationId: string | RawBuilder<unknown>
  readonly orIds?: RawBuilder<unknown>
}): RawBuilder<readonly StoredDefinition[]> {
  const wanted = orIds === undefined ? sql`` : sql`or definition_id in (${orIds})`
  return sql`coalesce((select jsonb_agg(to_jsonb(definition) order by definition.definition_id)
    from custom_field_definitions definition
    where definition.organization_id = ${organizationId}
      and (definition.deleted_at is null ${wanted})), '[]'::jsonb)`
}

export function definitionsOf(stored: readonly StoredDefinition[]): readonly CustomFieldDefinition[] {
  return stored.map(definitionOf)
}

/** Lists the active definitions in order of creation. */
export async function listDefinitions(db: Db, organizationId: string): Promise<readonly CustomFieldDefinition[]> {
  const { rows } = await sql<{ definitions: readonly StoredDefinition[] }>`
    select ${definitionsColumn({ organizationId })} as definitions`.execute(db)
  return definitionsOf(rows[0]?.definitions ?? [])
}

/** Locks the definitions until the transaction ends; returns the active ones and the last id. */
export async function lockDefinitions(
  tx: Tx,
  organizationId: string,
): Promise<{ readonly active: readonly CustomFieldDefinition[]; readonly lastId: number }> {
  const name = `quittance custom fields ${organizationId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  // A separate statement: one that also took the lock could see the state before another's change.
  const { rows } = await sql<{ definitions: readonly StoredDefinition[]; last: bigint }>`
    select ${definitionsColumn({ organizationId })} as definitions,
      coalesce((select max(definition_id) from custom_field_definitions
        where organization_id = ${organizationId}), 0) as last`.execute(tx)
  const { definitions = [], last = 0n } = rows[0] ?? {}
  return { active: definitionsOf(definitions), lastId: Number(last) }
}

export function definitionInsert(definition: CustomFieldDefinition): Write {
  assert(definition.dataIndex !== undefined, 'A definition that is kept has its data index.')
  return sql`insert into custom_field_definitions (organization_id, definition_id, reference_type,
      field_type, label, customer_visible, read_only, text_min_length, text_max_length,
      text_default_value, possible_values, data_index, created_at)
    values (${definition.organizationId}, ${definition.definitionId}, ${definition.referenceType},
      ${definition.fieldType}, ${definition.label}, ${definition.isCustomerVisible},
      ${definition.isReadOnly}, ${definition.textMinLength ?? null},
      ${definition.textMaxLength ?? null}, ${definition.textDefaultValue ?? null},
      ${definition.possibleValues ?? null}, ${definition.dataIndex},
      ${definition.createdAt.toString()})`
}

/** Type, reference and id stay as they are. */
export function definitionUpdate(definition: CustomFieldDefinition): Write {
  return sql`update custom_field_definitions set label = ${definition.label},
      customer_visible = ${definition.isCustomerVisible}, read_only = ${definition.isReadOnly},
      text_min_length = ${definition.textMinLength ?? null},
      text_max_length = ${definition.textMaxLength ?? null},
      text_default_value = ${definition.textDefaultValue ?? null},
      possible_values = ${definition.possibleValues ?? null},
      data_index = ${definition.dataIndex ?? null},
      deleted_at = ${definition.deletedAt?.toString() ?? null}
    where organization_id = ${definition.organizationId}
      and definition_id = ${definition.definitionId}`
}

function definitionOf(row: StoredDefinition): CustomFieldDefinition {
  return {
    organizationId: row.organization_id,
    definitionId: row.definition_id,
    referenceType: row.reference_type,
    fieldType: row.field_type,
    label: row.label,
    isCustomerVisible: row.customer_visible,
    isReadOnly: row.read_only,
    textMinLength: row.text_min_length ?? undefined,
    textMaxLength: row.text_max_length ?? undefined,
    textDefaultValue: row.text_default_value ?? undefined,
    possibleValues: row.possible_values ?? undefined,
    dataIndex: row.data_index,
    createdAt: Temporal.Instant.from(row.created_at),
    deletedAt: row.deleted_at === null ? undefined : Temporal.Instant.from(row.deleted_at),
  }
}
