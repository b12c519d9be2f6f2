import { type RefusedAddress, refusedAddresses } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { notificationRecipient } from './notification-warnings.ts'
import type { InvoiceSettings } from './settings.ts'

type Notified = {
  readonly organizationId: string
  readonly organization: Pick<Organization, 'contact'>
  readonly settings: Pick<InvoiceSettings, 'values'>
}

/** Why the mail server refused the recipient of a merchant's notifications for good; undefined if it did not. */
export async function findRefusedRecipient(
  db: Db | Tx,
  { organizationId, organization, settings: { values } }: Notified,
): Promise<RefusedAddress | undefined> {
  const isWanted = values.enableMerchantEmailNotifications === true
  const address = isWanted ? notificationRecipient(values, organization) : undefined
  return address === undefined ? undefined : refusedAddresses.find(db, { organizationId, address })
}
