import { type RawBuilder, sql } from 'kysely'

/** Columns with what an organization says for all its invoices, for a statement that reads one of them. */
export function surroundingsOfOrganization(
  organizationId: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
      select settings -> 'customLabels' from invoice_settings setting
      where setting.organization_id = ${organizationId}
    ) as custom_labels, (
      select json_agg(definition order by definition.definition_id)
      from custom_field_definitions definition
      where definition.organization_id = ${organizationId}
    ) as definitions`
}
