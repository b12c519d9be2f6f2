import { type RawBuilder, sql } from 'kysely'
import { joinedOrganization, type ShownOrganization } from '../../organizations/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { fixedStatement, GIVEN } from '../../platform/postgres/fixed-statement.ts'
import type { ShownSettings } from '../settings/settings.ts'
import { type ShownSettingsRow, shownSettingsColumns, shownSettingsOf } from '../settings/settings-store.ts'
import { contextColumnsOfInvoice, contextOf, type InvoiceContextRow } from './invoice-context-store.ts'
import { type HistoryJson, historyEntryOf, type InvoiceRow, invoiceOf } from './invoice-row.ts'
import type { LoadedInvoice, LoadedInvoiceWithHistory } from './loaded-invoice.ts'

const COLUMNS = sql`invoices.organization_id, invoices.position, invoices.invoice_number,
  invoices.status, invoices.version, invoices.created_at, invoices.submitted_at,
  invoices.published_at, invoices.currency, invoices.total_minor, invoices.balance_minor,
  invoices.reserved_minor, invoices.open_reviews, invoices.status_before_payment, invoices.due_on,
  invoices.customer_name, invoices.customer_email, invoices.delivery_language, invoices.payment_token, invoices.terms,
  invoices.client_reference`

type HistoryPage = { readonly offset: number; readonly limit: number }
type Place = { readonly organizationId: string; readonly invoiceNumber: string }
type LoadedRow = InvoiceRow & InvoiceContextRow

const LOCK_INVOICE = fixedStatement<LoadedRow>(sql`
  select ${COLUMNS}, ${contextColumnsOfInvoice()} from invoices
  where organization_id = ${GIVEN} and invoice_number = ${GIVEN}
  for no key update of invoices`)

/** Loads an invoice and locks it until the transaction ends. */
export async function lockInvoice(
  tx: Tx,
  { organizationId, invoiceNumber }: Place,
): Promise<LoadedInvoice | undefined> {
  const [row] = await LOCK_INVOICE(tx, [organizationId, invoiceNumber])
  return row && loadedInvoiceOf(row)
}

type HistoryColumns = { readonly history: readonly HistoryJson[] | null; readonly history_total: bigint }

const HISTORY_OF_INVOICE = sql`from invoice_history history
  where history.organization_id = invoices.organization_id and history.position = invoices.position`

const FIND_INVOICE = fixedStatement<LoadedRow & HistoryColumns>(sql`
  select ${COLUMNS}, ${contextColumnsOfInvoice()}, (
    select json_agg(entry) from (
      select event, at, transaction_id, amount_minor::text ${HISTORY_OF_INVOICE}
      order by version desc, ordinal desc offset ${GIVEN} limit ${GIVEN}
    ) entry
  ) as history, (select count(*) ${HISTORY_OF_INVOICE}) as history_total
  from invoices
  where organization_id = ${GIVEN} and invoice_number = ${GIVEN}`)

export async function findInvoice(
  db: Db,
  { organizationId, invoiceNumber }: Place,
  { offset, limit }: HistoryPage,
): Promise<LoadedInvoiceWithHistory | undefined> {
  const [row] = await FIND_INVOICE(db, [offset, limit, organizationId, invoiceNumber])
  if (row === undefined) return undefined
  const history = (row.history ?? []).map((entry) => historyEntryOf(entry, row.currency))
  return { ...loadedInvoiceOf(row), history, historyTotal: Number(row.history_total) }
}

/** The target of a payment link: the invoice, its organization and how it is shown. */
export type LinkedInvoice<More = unknown> = LoadedInvoice & {
  readonly organization: ShownOrganization
  readonly settings: ShownSettings
  readonly more: More
}

type LinkedRow<More> = LoadedRow &
  ShownSettingsRow &
  Parameters<typeof joinedOrganization.read>[0] & { readonly more: More }

/** How a column of another component finds the rows of the invoice that is read. */
export type InvoiceColumns = {
  readonly organizationId: RawBuilder<unknown>
  readonly invoiceNumber: RawBuilder<unknown>
}

const INVOICE_COLUMNS: InvoiceColumns = {
  organizationId: sql.ref('invoices.organization_id'),
  invoiceNumber: sql.ref('invoices.invoice_number'),
}

/** By their additional columns. */
const linkStatements = new WeakMap<object, ReturnType<typeof linkStatement>>()

/** The token is its only parameter. */
function linkStatement(more: (invoice: InvoiceColumns) => RawBuilder<unknown>) {
  const { organizationId } = INVOICE_COLUMNS
  return fixedStatement<LinkedRow<unknown>>(sql`
    select ${COLUMNS}, ${contextColumnsOfInvoice(sql`setting.settings -> 'customLabels'`)}, ${shownSettingsColumns},
      ${joinedOrganization.columns}, ${more(INVOICE_COLUMNS)} as more
    from invoices ${joinedOrganization.join(organizationId)}
      left join invoice_settings setting on setting.organization_id = ${organizationId}
    where payment_token = ${GIVEN}`)
}

const nothingMore = () => sql<never>`null`

/** For the payment page, which knows only the token: everything in one statement, since a payer waits for it. */
export async function findInvoiceByToken<More>(
  db: Db,
  paymentToken: string,
  more: (invoice: InvoiceColumns) => RawBuilder<More> = nothingMore,
): Promise<LinkedInvoice<More> | undefined> {
  const statement = linkStatements.get(more) ?? linkStatement(more)
  linkStatements.set(more, statement)
  const [row] = (await statement(db, [paymentToken])) as readonly LinkedRow<More>[]
  if (row === undefined) return undefined
  const organization = joinedOrganization.read(row)
  return { ...loadedInvoiceOf(row), organization, settings: shownSettingsOf(row), more: row.more }
}

function loadedInvoiceOf(row: LoadedRow): LoadedInvoice {
  return { invoice: invoiceOf(row), ...contextOf(row) }
}
