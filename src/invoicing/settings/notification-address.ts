import { getOrganization } from '../../organizations/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { findSettingValues } from './settings-store.ts'

/** Where the merchant is notified of transactions; undefined if it does not want to be, or has no address. */
export async function findNotificationAddress(db: Db | Tx, organizationId: string): Promise<string | undefined> {
  const { enableMerchantEmailNotifications, merchantEmail } = await findSettingValues(db, organizationId)
  if (enableMerchantEmailNotifications !== true) return undefined
  return merchantEmail ?? (await getOrganization(db, organizationId)).contact.email
}
