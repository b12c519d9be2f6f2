// pure
import type { SettingName } from '../../../../src/invoicing/settings/settings-fields.ts'
import type { Words } from '../../words/words.ts'

export type Section = keyof Words['settings']['sections']
export type Group = keyof Words['settings']['groups']

/** The settings of each section, in groups. Logo, labels and custom fields have forms of their own. */
export const SECTIONS: Readonly<Record<Section, readonly (readonly [Group, readonly SettingName[]])[]>> = {
  business: [
    ['business', ['merchantDisplayName', 'defaultCurrencyCode']],
    ['tax', ['vatRegistrationNumber', 'showVatNumber']],
  ],
  branding: [['colors', ['backgroundColor', 'fontColor']]],
  page: [
    ['ask', ['shipTo', 'phoneNumber', 'email']],
    ['redirects', ['paymentAccepted', 'paymentPending', 'paymentRejected']],
    ['authentication', ['payerAuthentication']],
  ],
  mails: [
    ['language', ['deliveryLanguage']],
    ['mails', ['customEmailMessage', 'enableReminders']],
    ['notifications', ['enableMerchantEmailNotifications', 'merchantEmail']],
  ],
  labels: [],
  fields: [],
}

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly Section[]

export function isSection(name: string): name is Section {
  return Object.hasOwn(SECTIONS, name)
}

/** The others change what payers of open invoices see. */
const UNSEEN: ReadonlySet<string> = new Set<SettingName>([
  'defaultCurrencyCode',
  'enableMerchantEmailNotifications',
  'merchantEmail',
])

/** Whether payers of invoices that are open already see a change of these settings. */
export function isSeenByPayers(changed: readonly string[]): boolean {
  return changed.some((name) => !UNSEEN.has(name))
}
