import type { RefusedAddress } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { refusedEmailWarning } from '../http/refused-email.ts'
import type { Warning } from '../http/unknown-fields.ts'
import { SETTING_FIELDS, type SettingValues } from './settings-fields.ts'

type Recipient = Pick<SettingValues, 'enableMerchantEmailNotifications' | 'merchantEmail'>

/** Who is notified of transactions if the merchant wants to be; undefined if nobody can. */
export function notificationRecipient(
  { merchantEmail }: Pick<Recipient, 'merchantEmail'>,
  { contact }: Pick<Organization, 'contact'>,
): string | undefined {
  return merchantEmail ?? contact.email
}

/** Warnings about notifications that are enabled and reach nobody. */
export function notificationWarnings(
  values: Recipient,
  organization: Pick<Organization, 'contact'>,
  refused: RefusedAddress | undefined,
): readonly Warning[] {
  const field = `invoiceSettingsInformation.${SETTING_FIELDS.merchantEmail.path}`
  if (values.enableMerchantEmailNotifications !== true) return []
  if (notificationRecipient(values, organization) === undefined) {
    const message =
      'Notifications are enabled, but nobody receives them: set merchantEmail. The organization has no business contact with an address.'
    return [{ field, reason: 'NO_RECIPIENT', message }]
  }
  return refused === undefined
    ? []
    : [refusedEmailWarning(field, refused, 'until merchantEmail is set, to this or another')]
}
