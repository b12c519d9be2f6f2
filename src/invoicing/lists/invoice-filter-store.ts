import { type RawBuilder, sql } from 'kysely'
import { formatDecimal } from '../../kernel/decimal.ts'
import { organizationsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { instantText } from '../../platform/postgres/instant-text.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { SETTING_FIELDS } from '../settings/settings-fields.ts'
import { searchPattern } from '../storage/search-text.ts'
import { type InvoiceFilters, type NamedValue, OPEN_STATUSES, type SortKey, withoutOverdue } from './invoice-list.ts'

export type Sql = RawBuilder<unknown>
export type ListOwner = Pick<Organization, 'organizationId' | 'type'>

/** Filters as conditions on the table `invoices`, for statements that have `merchantsOf` as `merchant`. */
export type Conditions = {
  readonly statuses: readonly InvoiceStatus[] | undefined
  /** Conditions on a sort key are a range of its index. */
  readonly onKey: Readonly<Partial<Record<SortKey, readonly Sql[]>>>
  readonly others: readonly Sql[]
}

/** A query for the merchants whose invoices are listed: the owner itself, or all merchants below it. */
export function merchantsOf({ organizationId, type }: ListOwner): Sql {
  return type === 'merchant'
    ? sql`select ${organizationId}::text collate "C" as organization_id`
    : organizationsBelow(organizationId, { type: 'merchant' })
}

/** The conditions of filters. Reads the merchants' custom fields if one is asked for. */
export async function findConditions(db: Db, owner: ListOwner, asked: InvoiceFilters): Promise<Conditions> {
  const filters = withoutOverdue(asked)
  const { createdFrom, createdBefore, dueFrom, dueTo, amountFrom, amountTo, customFields = [] } = filters
  const onCustomFields: Sql[] = []
  for (const customField of customFields) onCustomFields.push(await customFieldCondition(db, owner, customField))
  return {
    statuses: filters.statuses,
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
    others: [...otherConditions(filters), ...onCustomFields],
  }
}

function otherConditions({ overdue, customerEmail, currency, language, search }: InvoiceFilters): readonly Sql[] {
  return [
    ...(overdue === undefined
      ? []
      : [
          sql`(invoices.status <> all(${[...OPEN_STATUSES]}::text[]) or invoices.due_on >= ${overdue.today.toString()})`,
        ]),
    ...(customerEmail === undefined ? [] : [sql`lower(invoices.customer_email) = lower(${customerEmail})`]),
    ...(currency === undefined ? [] : [sql`invoices.currency = ${currency}`]),
    ...(language === undefined ? [] : [languageCondition(language)]),
    ...(search === undefined ? [] : [searchCondition(search)]),
  ]
}

/** A search of one or two letters reads the invoices and not the index, all of which it would need. */
function searchCondition(search: string): Sql {
  const { pattern, hasTrigram } = searchPattern(search)
  return hasTrigram ? sql`invoices.search_text like ${pattern}` : sql`(invoices.search_text || '') like ${pattern}`
}

/** An invoice without a language of its own is delivered in that of its merchant's settings. */
function languageCondition(language: string): Sql {
  return sql`(invoices.delivery_language = ${language} or (invoices.delivery_language is null
    and invoices.organization_id in (select merchant.organization_id
      from merchant left join invoice_settings setting using (organization_id)
      where ${settingLanguage(sql`setting`)} = ${language})))`
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
export function whereOf({ statuses, onKey, others }: Conditions): Sql {
  return allOf([
    sql`invoices.organization_id = merchant.organization_id`,
    ...(statuses === undefined ? [] : [sql`invoices.status = any(${[...statuses]}::text[])`]),
    ...Object.values(onKey).flat(),
    ...others,
  ])
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}
