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

const ORGANIZATION_OF_INVOICE = sql.ref('invoices.organization_id')

/** Columns for a statement that creates an invoice; `contextOf` reads them. */
export function contextColumns(organizationId: string): RawBuilder<unknown> {
  return sql`${customLabels(organizationId)} as custom_labels,
    ${definitionsColumn({ organizationId })} as definitions`
}

/**
 * Columns for a statement that reads `invoices`; with deleted fields of which the invoice has a value. A statement that
 * reads the settings too has the labels already.
 */
export function contextColumnsOfInvoice(labels = customLabels(ORGANIZATION_OF_INVOICE)): RawBuilder<unknown> {
  const organizationId = ORGANIZATION_OF_INVOICE
  return sql`${labels} as custom_labels,
    ${definitionsColumn({ organizationId, orIds: IDS_OF_INVOICE })} as definitions`
}

export function contextOf({ custom_labels, definitions }: InvoiceContextRow): InvoiceContext {
  return { customLabels: custom_labels ?? [], definitions: definitionsOf(definitions) }
}

function customLabels(organizationId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select settings -> 'customLabels' from invoice_settings setting
    where setting.organization_id = ${organizationId})`
}
