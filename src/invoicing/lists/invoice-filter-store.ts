import { type RawBuilder, sql } from 'kysely'
import { formatDecimal } from '../../kernel/decimal.ts'
import { subjectLog } from '../../notifications/index.ts'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { instantText } from '../../platform/postgres/instant-text.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { SETTING_FIELDS } from '../settings/settings-fields.ts'
import { invoiceNumberOf } from '../storage/save-change.ts'
import {
  FAILED_MAILS_MAX,
  type InvoiceFilters,
  type InvoiceReference,
  type NamedValue,
  OPEN_STATUSES,
  type SortKey,
  withoutOverdue,
} from './invoice-list.ts'
import { findSearchConditions } from './invoice-search-store.ts'

export type Sql = RawBuilder<unknown>
export type ListOwner = Pick<Organization, 'organizationId' | 'type'>

/** Filters as conditions on the table `invoices`, for statements that have `merchantsOf` as `merchant`. */
export type Conditions = {
  readonly statuses: readonly InvoiceStatus[] | undefined
  readonly currency: string | undefined
  /** Conditions on a sort key are a range of its index. */
  readonly onKey: Readonly<Partial<Record<SortKey, readonly Sql[]>>>
  readonly others: readonly Sql[]
  /** Whether a searched text is contained in so few invoices that its index finds them sooner than the list does. */
  readonly isRare: boolean
}

/** A query for the merchants whose invoices are listed: the owner itself, or all merchants below it. */
export function merchantsOf({ organizationId, type }: ListOwner): Sql {
  return type === 'merchant'
    ? sql`select ${organizationId}::text collate "C" as organization_id`
    : organizationsBelow(organizationId, { type: 'merchant' })
}

/** The conditions of filters. Reads the merchants' custom fields if one is asked for, and some of the texts to be searched. */
export async function findConditions(db: Db, owner: ListOwner, asked: InvoiceFilters): Promise<Conditions> {
  const filters = withoutOverdue(asked)
  const { createdFrom, createdBefore, dueFrom, dueTo, amountFrom, amountTo, customFields = [], search } = filters
  const onCustomFields: Sql[] = []
  const onMails = filters.undelivered === true ? [await undeliveredCondition(db, owner)] : []
  for (const customField of customFields) onCustomFields.push(await customFieldCondition(db, owner, customField))
  const searched = search === undefined ? undefined : await findSearchConditions(db, owner, search)
  return {
    statuses: filters.statuses,
    currency: filters.currency,
    onKey: {
      createdDate: [
        ...(createdFrom === undefined ? [] : [sql`invoices.created_at >= ${instantText(createdFrom, 'ceil')}`]),
        ...(createdBefore === undefined ? [] : [sql`invoices.created_at < ${instantText(createdBefore, 'ceil')}`]),
      ],
      dueDate: [
        ...(dueFrom === undefined ? [] : [sql`invoices.due_on >= ${dueFrom.toString()}`]),
        ...(dueTo === undefined ? [] : [sql`invoices.due_on <= ${dueTo.toString()}`]),
      ],
      totalAmount: [
        ...(amountFrom === undefined ? [] : [sql`invoices.total_amount >= ${formatDecimal(amountFrom)}::numeric`]),
        ...(amountTo === undefined ? [] : [sql`invoices.total_amount <= ${formatDecimal(amountTo)}::numeric`]),
      ],
    },
    others: [
      ...otherConditions(filters),
      ...onMails,
      ...(filters.language === undefined ? [] : [await languageCondition(db, owner, filters.language)]),
      ...onCustomFields,
      ...(searched?.conditions ?? []),
    ],
    isRare: searched?.isRare ?? false,
  }
}

function otherConditions({ invoices, overdue, deliveryMode, customerEmail }: InvoiceFilters): readonly Sql[] {
  return [
    ...(invoices === undefined ? [] : [referenceCondition(invoices)]),
    ...(deliveryMode === undefined ? [] : [sql`invoices.terms ->> 'deliveryMode' = ${deliveryMode}`]),
    ...(overdue === undefined
      ? []
      : [
          sql`(invoices.status <> all(${[...OPEN_STATUSES]}::text[]) or invoices.due_on >= ${overdue.today.toString()})`,
        ]),
    ...(customerEmail === undefined ? [] : [sql`lower(invoices.customer_email) = lower(${customerEmail})`]),
  ]
}

/** The numbers are looked up by their index first; a number may belong to several merchants. */
function referenceCondition(invoices: readonly InvoiceReference[]): Sql {
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber)
  const merchants = invoices.map(({ organizationId }) => organizationId ?? null)
  return sql`(invoices.invoice_number = any(${numbers}::text[]) and exists (
    select from unnest(${numbers}::text[], ${merchants}::text[]) as named (number, merchant)
    where named.number = invoices.invoice_number and coalesce(named.merchant = invoices.organization_id, true)))`
}

/** The mails are read first: few fail, and a merchant may have a million open invoices. */
async function undeliveredCondition(db: Db, owner: ListOwner): Promise<Sql> {
  const failed = await subjectLog.findFailedMails(db, { organizations: merchantsOf(owner), limit: FAILED_MAILS_MAX })
  const invoices = failed.map(({ organizationId, subject }) => ({
    organizationId,
    invoiceNumber: invoiceNumberOf(subject),
  }))
  return sql`(invoices.status = any(${[...OPEN_STATUSES]}::text[]) and ${referenceCondition(invoices)})`
}

/**
 * An invoice without a language of its own is delivered in that of its merchant's settings. At a merchant with other
 * settings the index finds those with a language of their own.
 */
async function languageCondition(db: Db, owner: ListOwner, language: string): Promise<Sql> {
  const own = sql`invoices.delivery_language = ${language}`
  const merchants = sql`select merchant.organization_id
    from merchant left join invoice_settings setting using (organization_id)
    where ${settingLanguage(sql`setting`)} = ${language}`
  const usual = sql`(${own} or (invoices.delivery_language is null and invoices.organization_id in (${merchants})))`
  if (owner.type !== 'merchant') return usual
  const { rows } = await sql`with merchant as (${merchantsOf(owner)}) ${merchants}`.execute(db)
  return rows.length === 0 ? own : usual
}

/** The language of a merchant's settings, from their row or none. */
export function settingLanguage(setting: Sql): Sql {
  return sql`coalesce(${setting}.settings ->> ${SETTING_FIELDS.deliveryLanguage.path}, 'en-US')`
}

/** A label names other definitions at other merchants, and deleted ones whose values invoices still have. */
async function customFieldCondition(db: Db, owner: ListOwner, { name, value }: NamedValue): Promise<Sql> {
  const { rows } = await sql<{ definition_id: bigint; organization_ids: string[] }>`
    with merchant as (${merchantsOf(owner)})
    select definition_id, array_agg(organization_id) as organization_ids
    from merchant join custom_field_definitions using (organization_id)
    where lower(label) = lower(${name}) group by definition_id`.execute(db)
  if (rows.length === 0) return sql`false`
  const ways = rows.map(({ definition_id, organization_ids }) => {
    const held = JSON.stringify([{ definitionId: Number(definition_id), value }])
    return sql`(invoices.organization_id = any(${organization_ids}::text[])
      and invoices.terms -> 'customFieldValues' @> ${held}::jsonb)`
  })
  return sql`(${sql.join(ways, sql` or `)})`
}

/** All conditions together, on the invoices of `merchant`. */
export function whereOf(conditions: Conditions): Sql {
  const { statuses, onKey, others } = conditions
  return allOf([
    sql`invoices.organization_id = merchant.organization_id`,
    ...(statuses === undefined ? [] : [sql`invoices.status = any(${[...statuses]}::text[])`]),
    ...onCurrency(conditions),
    ...Object.values(onKey).flat(),
    ...others,
  ])
}

export function onCurrency({ currency }: Conditions): readonly Sql[] {
  return currency === undefined ? [] : [sql`invoices.currency = ${currency}`]
}

/** Whether the number and the sums of the matches are kept: there are conditions on statuses and the currency alone. */
export function isKept({ onKey, others }: Conditions): boolean {
  return others.length === 0 && Object.values(onKey).flat().length === 0
}

/** The rows of kept numbers and sums that the conditions mean, for statements with `merchant`. */
export function keptCounts({ statuses, currency }: Conditions): Sql {
  const conditions = [
    ...(statuses === undefined ? [] : [sql`kept.status = any(${[...statuses]}::text[])`]),
    ...(currency === undefined ? [] : [sql`kept.currency = ${currency}`]),
  ]
  return sql`merchant join invoice_status_counts kept using (organization_id) where ${allOf(conditions)}`
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}
