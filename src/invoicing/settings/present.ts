import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { RefusedAddress } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { unknownFieldWarnings } from '../http/unknown-fields.ts'
import { authenticationWarnings } from './authentication-warnings.ts'
import { colorWarnings } from './color-warnings.ts'
import { dataUriOf } from './logo.ts'
import { notificationWarnings } from './notification-warnings.ts'
import { effectiveSettings, type InvoiceSettings, nestedSettings } from './settings.ts'

/** The settings as a response body; those without a value are left out. */
export function presentSettings(
  settings: InvoiceSettings,
  {
    organization,
    at,
    unknownFields = [],
    canAuthenticatePayers,
    refusedEmail,
  }: {
    readonly organization: Organization
    /** Time of the last change, or of this request if there was none. */
    readonly at: Temporal.Instant
    readonly unknownFields?: readonly string[]
    /** Whether the merchant's processor offers 3-D Secure. */
    readonly canAuthenticatePayers: boolean
    /** Set if the mail server refused the recipient of notifications for good. */
    readonly refusedEmail?: RefusedAddress | undefined
  },
): object {
  const { labels, logo } = settings
  const inForce = effectiveSettings(settings, organization)
  const warnings = [
    ...unknownFieldWarnings(unknownFields),
    ...colorWarnings(inForce),
    ...(canAuthenticatePayers ? authenticationWarnings(inForce) : []),
    ...notificationWarnings(inForce, organization, refusedEmail),
  ]
  return {
    submitTimeUtc: writtenInstant(at),
    invoiceSettingsInformation: {
      ...nestedSettings(inForce),
      merchantLogo: logo === undefined ? undefined : dataUriOf(logo),
      customLabels: labels.length === 0 ? undefined : labels,
      payerAuthentication3DSVersion: inForce.payerAuthentication === 'enable',
    },
    merchantInformation: merchantInformation(organization),
    warnings: warnings.length === 0 ? undefined : warnings,
  }
}

function merchantInformation({ name, contact }: Organization): object {
  const { phone, address } = contact
  return {
    name,
    phone,
    addressDetails: address && {
      address1: address.address1,
      address2: address.address2,
      city: address.locality,
      state: address.administrativeArea,
      country: address.country,
      postalCode: address.postalCode,
    },
  }
}
