import { sql } from 'kysely'
import type { Language } from '../../kernel/language.ts'
import { findOrganizations } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ListOwner, merchantsOf, settingLanguage } from './invoice-filter-store.ts'

/** A merchant as lists of invoices name it. */
export type ListedMerchant = {
  readonly organizationId: string
  readonly name: string
  /** The language of its invoices that have none of their own. */
  readonly deliveryLanguage: Language
}

/** Those of these merchants whose invoices the owner's list shows; a merchant itself, whichever are asked for. */
export async function findListedMerchants(
  db: Db,
  owner: ListOwner,
  organizationIds: readonly string[],
): Promise<readonly ListedMerchant[]> {
  const ids = owner.type === 'merchant' ? [owner.organizationId] : organizationIds
  const { rows } = await sql<{ organization_id: string; language: Language }>`
    with merchant as (${merchantsOf(owner)})
    select organization_id, ${settingLanguage(sql`setting`)} as language
    from merchant left join invoice_settings setting using (organization_id)
    where organization_id = any(${[...ids]}::text[]) order by organization_id`.execute(db)
  const organizations = await findOrganizations(
    db,
    rows.map(({ organization_id }) => organization_id),
  )
  return rows.map(({ organization_id, language }) => ({
    organizationId: organization_id,
    name: organizations.get(organization_id)?.name ?? organization_id,
    deliveryLanguage: language,
  }))
}
