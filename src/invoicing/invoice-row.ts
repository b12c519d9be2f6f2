import type { Money } from '../kernel/money.ts'
import type { CustomFieldDefinition, FieldType } from './domain/custom-field.ts'
import type { Surroundings } from './domain/found-invoice.ts'
import type {
  ClientReference,
  HistoryEntry,
  HistoryEvent,
  Invoice,
  InvoiceStatus,
} from './domain/invoice.ts'
import type { CustomLabel } from './domain/label.ts'
import { type StoredTerms, termsOf } from './domain/stored-terms.ts'

export type InvoiceRow = {
  readonly organization_id: string
  readonly position: bigint
  readonly invoice_number: string
  readonly status: InvoiceStatus
  readonly version: number
  readonly created_at: Temporal.Instant
  readonly submitted_at: Temporal.Instant
  readonly published_at: Temporal.Instant | null
  readonly currency: string
  readonly balance_minor: string
  readonly reserved_minor: string
  readonly payment_token: string
  readonly terms: StoredTerms
  readonly client_reference: Partial<ClientReference>
}

/** As JSON writes them. */
export type SurroundingsRow = {
  readonly custom_labels: readonly CustomLabel[] | null
  readonly definitions: readonly DefinitionJson[] | null
}

export type HistoryJson = {
  readonly event: HistoryEvent
  readonly at: string
  readonly transaction_id: string | null
  readonly amount_minor: string | null
}

type DefinitionJson = {
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
  readonly data_index: number | null
  readonly created_at: string
  readonly deleted_at: string | null
}

export function invoiceOf(row: InvoiceRow): Invoice {
  const { currency, client_reference } = row
  return {
    organizationId: row.organization_id,
    position: Number(row.position),
    invoiceNumber: row.invoice_number,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    publishedAt: row.published_at ?? undefined,
    clientReference: {
      developerId: client_reference.developerId,
      solutionId: client_reference.solutionId,
    },
    terms: termsOf(row.terms, currency),
    balance: moneyOf(row.balance_minor, currency),
    reserved: moneyOf(row.reserved_minor, currency),
    paymentToken: row.payment_token,
  }
}

export function surroundingsOf({ custom_labels, definitions }: SurroundingsRow): Surroundings {
  return {
    customLabels: custom_labels ?? [],
    definitions: (definitions ?? []).map(definitionOf),
  }
}

export function historyEntryOf(json: HistoryJson, currency: string): HistoryEntry {
  const { event, at, transaction_id, amount_minor } = json
  return {
    event,
    at: Temporal.Instant.from(at),
    transaction:
      transaction_id === null || amount_minor === null
        ? undefined
        : { transactionId: transaction_id, amount: moneyOf(amount_minor, currency) },
  }
}

function definitionOf(json: DefinitionJson): CustomFieldDefinition {
  return {
    organizationId: json.organization_id,
    definitionId: json.definition_id,
    referenceType: json.reference_type,
    fieldType: json.field_type,
    label: json.label,
    isCustomerVisible: json.customer_visible,
    isReadOnly: json.read_only,
    textMinLength: json.text_min_length ?? undefined,
    textMaxLength: json.text_max_length ?? undefined,
    textDefaultValue: json.text_default_value ?? undefined,
    possibleValues: json.possible_values ?? undefined,
    dataIndex: json.data_index ?? undefined,
    createdAt: Temporal.Instant.from(json.created_at),
    deletedAt: json.deleted_at === null ? undefined : Temporal.Instant.from(json.deleted_at),
  }
}

function moneyOf(minor: string, currency: string): Money {
  return { minor: BigInt(minor), currency }
}
