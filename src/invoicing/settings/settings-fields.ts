// pure

import type { ReadValues } from '../reading/field-reader.ts'
import type { RequestField } from '../reading/field-table.ts'

export type SettingField = RequestField & {
  /** The choice that leaves the setting unchanged. */
  readonly unchangedBy?: string
  /** An absolute URL. */
  readonly isUrl?: true
  /** Without a default, the setting has no value until it is set. */
  readonly default?: string | boolean
  readonly hasDefaultOf?: 'organization name'
}

export const DELIVERY_LANGUAGES = [
  'de-DE',
  'en-US',
  'es-419',
  'fr-FR',
  'ja-JP',
  'pt-BR',
  'ru-RU',
  'zh-CN',
  'zh-TW',
] as const

const COLOR = {
  kind: 'text',
  lengthMax: 7,
  form: {
    pattern: /^#(?:[0-9a-fA-F]{3}){1,2}$/,
    sentence: 'must be a color such as #RRGGBB or #RGB',
  },
} as const
const REDIRECT_URL = { kind: 'text', lengthMax: 500, isUrl: true } as const
const OFF = { kind: 'boolean', default: false } as const

/** All settings except the logo and the labels, which have their own rules. */
export const SETTING_FIELDS = {
  merchantDisplayName: {
    path: 'merchantDisplayName',
    kind: 'text',
    lengthMax: 100,
    hasDefaultOf: 'organization name',
    about: 'The business name on the invoice.',
  },
  defaultCurrencyCode: {
    path: 'defaultCurrencyCode',
    kind: 'currency',
    default: 'USD',
    about: 'The currency that new invoices begin with, ISO 4217.',
  },
  backgroundColor: {
    path: 'headerStyle.backgroundColor',
    ...COLOR,
    default: '#FFFFFF',
    about: 'Background color of the header.',
  },
  fontColor: {
    path: 'headerStyle.fontColor',
    ...COLOR,
    default: '#000000',
    about: 'Text color of the header.',
  },
  vatRegistrationNumber: {
    path: 'vatRegistrationNumber',
    kind: 'text',
    lengthMax: 21,
    about: 'The tax number.',
  },
  showVatNumber: { path: 'showVatNumber', ...OFF, about: 'Shows the tax number.' },
  shipTo: { path: 'shipTo', ...OFF, about: 'Keeps the payer’s shipping address.' },
  phoneNumber: { path: 'phoneNumber', ...OFF, about: 'Keeps the payer’s phone number.' },
  email: { path: 'email', ...OFF, about: 'Keeps the payer’s email address.' },
  paymentAccepted: {
    path: 'customRedirectUrls.paymentAccepted',
    ...REDIRECT_URL,
    about: 'Where payers go after a processed payment.',
  },
  paymentPending: {
    path: 'customRedirectUrls.paymentPending',
    ...REDIRECT_URL,
    about: 'Where payers go while their payment is pending.',
  },
  paymentRejected: {
    path: 'customRedirectUrls.paymentRejected',
    ...REDIRECT_URL,
    about: 'Where payers go after a rejected payment.',
  },
  customEmailMessage: {
    path: 'customEmailMessage',
    kind: 'text',
    lengthMax: 2000,
    isMultiline: true,
    about: 'A message in the invoice’s email.',
  },
  enableReminders: {
    path: 'enableReminders',
    ...OFF,
    about: 'Reminds five days before the due date and one day after it.',
  },
  enableMerchantEmailNotifications: {
    path: 'enableMerchantEmailNotifications',
    ...OFF,
    about: 'Notifies the merchant of every completed transaction.',
  },
  merchantEmail: {
    path: 'merchantEmail',
    kind: 'email',
    lengthMax: 255,
    about: 'Recipient of these notifications; default: the business contact.',
  },
  deliveryLanguage: {
    path: 'deliveryLanguage',
    kind: 'choice',
    choices: DELIVERY_LANGUAGES,
    default: 'en-US',
    about: 'The language of pages and emails.',
  },
  payerAuthentication: {
    path: 'payerAuthenticationInInvoicing',
    kind: 'choice',
    choices: ['enable', 'update', 'disable'],
    unchangedBy: 'update',
    default: 'disable',
    about: '3-D Secure on the payment page; update leaves it unchanged.',
  },
} as const satisfies Readonly<Record<string, SettingField>>

export type SettingName = keyof typeof SETTING_FIELDS
/** The settings that have a value. */
export type SettingValues = Partial<ReadValues<typeof SETTING_FIELDS>>

/** The table row by row. */
export const SETTINGS = Object.entries(SETTING_FIELDS) as unknown as readonly (readonly [SettingName, SettingField])[]
