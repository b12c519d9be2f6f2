import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../kernel/person.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'

type Page = { readonly organizationId: string; readonly after: string }
type IdRow = { readonly payment_id: string }
type Erased = { readonly invoice_number: string }

const FOUND_MAX = 200

/** Whether an attempt has something that a person entered or wrote, or a reference to charge the person's account. */
const ATTEMPT_HAS_WORDS = sql`(payer <> '{}'::jsonb or note is not null
  or jsonb_typeof(facts -> 'storedCredential') = 'string')`
const PAYMENT_HAS_WORDS = sql`(details ?| array['note', 'reversalReason'] or details -> 'review' ? 'comment')`

/** Payments for which the person entered an address or number, page by page: the ids after one, in order. */
export async function findPaymentsOfPayer(
  db: Db,
  { organizationId, person, after }: Page & { readonly person: Person },
): Promise<readonly string[]> {
  const { rows } = await sql<IdRow>`select distinct payment_id from payment_attempts
    where organization_id = ${organizationId} and payment_id > ${after} and payer <> '{}'::jsonb and ${isOf(person)}
    order by payment_id limit ${FOUND_MAX}`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}

/** Payments of these invoices that have something to erase. */
export async function findPaymentsToErase(
  db: Db,
  { organizationId, invoiceNumbers }: { readonly organizationId: string; readonly invoiceNumbers: readonly string[] },
): Promise<readonly string[]> {
  const ofInvoices = sql`organization_id = ${organizationId} and invoice_number = any(${[...invoiceNumbers]}::text[])`
  const { rows } = await sql<IdRow>`
    select payment_id from payment_attempts where ${ofInvoices} and ${ATTEMPT_HAS_WORDS}
    union select payment_id from payments where ${ofInvoices} and ${PAYMENT_HAS_WORDS}
    order by payment_id`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}

/** Erases input and notes of people about a payment; returns its invoice, or undefined if there was nothing. Locks attempts before the payment. */
export async function erasePaymentWords(
  tx: Tx,
  { organizationId, paymentId }: { readonly organizationId: string; readonly paymentId: string },
): Promise<string | undefined> {
  const one = sql`organization_id = ${organizationId} and payment_id = ${paymentId}`
  const attempts = await sql<Erased>`update payment_attempts
    set payer = '{}', note = null, facts = facts - 'storedCredential'
    where ${one} and ${ATTEMPT_HAS_WORDS} returning invoice_number`.execute(tx)
  const payments = await sql<Erased>`update payments
    set details = details - 'note' - 'reversalReason' #- '{review,comment}'
    where ${one} and ${PAYMENT_HAS_WORDS} returning invoice_number`.execute(tx)
  return [...attempts.rows, ...payments.rows][0]?.invoice_number
}

const PHONES = '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "phone" flag "i")'

/** Any string equal to an address; phone numbers by the name of their field, because other numbers have digits too. */
function isOf({ emails, phones }: Person): RawBuilder<unknown> {
  const ways = [
    ...(emails.length === 0
      ? []
      : [
          sql`exists (select from jsonb_path_query(payer, '$.**') as entered (value)
            where jsonb_typeof(value) = 'string'
              and lower(btrim(value #>> '{}', E' \t\r\n')) = any(${[...emails]}::text[]))`,
        ]),
    ...(phones.length === 0
      ? []
      : [
          sql`exists (select from jsonb_path_query(payer, ${PHONES}::jsonpath) as entered
            where regexp_replace(entered ->> 'value', '[^0-9]', '', 'g') = any(${[...phones]}::text[]))`,
        ]),
  ]
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}
