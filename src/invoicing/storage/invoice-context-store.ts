import { type RawBuilder, sql } from 'kysely'
import { definitionsColumn, definitionsOf, type StoredDefinition } from '../custom-fields/custom-field-store.ts'
import type { CustomLabel } from '../settings/label.ts'
import type { InvoiceContext } from './loaded-invoice.ts'

export type InvoiceContextRow = {
  readonly custom_labels: readonly CustomLabel[] | null
  readonly definitions: readonly StoredDefinition[]
}

const IDS_OF_INVOICE = sql`select (value ->> 'definitionId')::bigint
  from jsonb_array_elements(invoices.terms -> 'customFieldValues') value`

/** Columns for a statement that creates an invoice; `contextOf` reads them. */
export function contextColumns(organizationId: string): RawBuilder<unknown> {
  return sql`${customLabels(organizationId)} as custom_labels,
    ${definitionsColumn({ organizationId })} as definitions`
}

/** Columns for a statement that reads `invoices`; with deleted fields of which the invoice has a value. */
export function contextColumnsOfInvoice(): RawBuilder<unknown> {
  const organizationId = sql.ref('invoices.organization_id')
  return sql`${customLabels(organizationId)} as custom_labels,
    ${definitionsColumn({ organizationId, orIds: IDS_OF_INVOICE })} as definitions`
}

export function contextOf({ custom_labels, definitions }: InvoiceContextRow): InvoiceContext {
  return { customLabels: custom_labels ?? [], definitions: definitionsOf(definitions) }
}

function customLabels(organizationId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select settings -> 'customLabels' from invoice_settings setting
    where setting.organization_id = ${organizationId})`
}
