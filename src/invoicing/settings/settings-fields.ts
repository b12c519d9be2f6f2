// pure
import { LANGUAGES } from '../../kernel/language.ts'
import type { ReadValues } from '../../kernel/reading/field-reader.ts'
import { choice, email, flag, type RequestField, text } from '../../kernel/reading/field-table.ts'

export type SettingField = RequestField & {
  /** The choice that leaves the setting unchanged. */
  readonly unchangedBy?: string
  /** An absolute URL. */
  readonly isUrl?: true
  /** Without a default, the setting has no value until it is set. */
  readonly default?: string | boolean
  readonly hasDefaultOf?: 'organization name'
}

const HEX_COLOR = { pattern: /^#(?:[0-9a-fA-F]{3}){1,2}$/, sentence: 'must be a color such as #RRGGBB or #RGB' }

function color(path: string, initial: string, about: string) {
  return { ...text(path, 7, about), form: HEX_COLOR, default: initial }
}

function redirectUrl(path: string, about: string) {
  return { ...text(path, 500, about), isUrl: true } as const
}

/** Off until it is switched on. */
function option(path: string, about: string) {
  return { ...flag(path, about), default: false }
}

/** All settings except the logo and the labels, which have their own rules. */
export const SETTING_FIELDS = {
  merchantDisplayName: {
    ...text('merchantDisplayName', 100, 'The business name on the invoice.'),
    hasDefaultOf: 'organization name',
  },
  defaultCurrencyCode: {
    path: 'defaultCurrencyCode',
    kind: 'currency',
    default: 'USD',
    about: 'The currency that new invoices begin with, ISO 4217.',
  },
  backgroundColor: color('headerStyle.backgroundColor', '#FFFFFF', 'Background color of the header.'),
  fontColor: color('headerStyle.fontColor', '#000000', 'Text color of the header.'),
  vatRegistrationNumber: text('vatRegistrationNumber', 21, 'The tax number.'),
  showVatNumber: option('showVatNumber', 'Shows the tax number.'),
  shipTo: option('shipTo', 'Keeps the payer’s shipping address.'),
  phoneNumber: option('phoneNumber', 'Keeps the payer’s phone number.'),
  email: option('email', 'Keeps the payer’s email address.'),
  paymentAccepted: redirectUrl('customRedirectUrls.paymentAccepted', 'Where payers go after a processed payment.'),
  paymentPending: redirectUrl('customRedirectUrls.paymentPending', 'Where payers go while their payment is pending.'),
  paymentRejected: redirectUrl('customRedirectUrls.paymentRejected', 'Where payers go after a rejected payment.'),
  customEmailMessage: {
    ...text('customEmailMessage', 2000, 'A message in the first email of an invoice.'),
    isMultiline: true,
  },
  enableReminders: option('enableReminders', 'Reminds five days before the due date and one day after it.'),
  enableMerchantEmailNotifications: option(
    'enableMerchantEmailNotifications',
    'Notifies the merchant of every completed transaction.',
  ),
  merchantEmail: email('merchantEmail', 255, 'Recipient of these notifications; default: the business contact.'),
  deliveryLanguage: {
    ...choice('deliveryLanguage', LANGUAGES, 'The language of pages and emails.'),
    default: 'en-US',
  },
  payerAuthentication: {
    ...choice(
      'payerAuthenticationInInvoicing',
      ['enable', 'update', 'disable'],
      '3-D Secure on the payment page; update leaves it unchanged.',
    ),
    unchangedBy: 'update',
    default: 'disable',
  },
} as const satisfies Readonly<Record<string, SettingField>>

export type SettingName = keyof typeof SETTING_FIELDS
/** The settings that have a value. */
export type SettingValues = Partial<ReadValues<typeof SETTING_FIELDS>>

/** The table row by row. */
export const SETTINGS = Object.entries(SETTING_FIELDS) as unknown as readonly (readonly [SettingName, SettingField])[]
