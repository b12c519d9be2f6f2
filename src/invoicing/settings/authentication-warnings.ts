import type { Warning } from '../http/unknown-fields.ts'
import { SETTING_FIELDS, type SettingValues } from './settings-fields.ts'

/** Warns a merchant whose processor offers 3-D Secure and whose payers are not asked. */
export function authenticationWarnings({ payerAuthentication }: SettingValues): readonly Warning[] {
  if (payerAuthentication === 'enable') return []
  return [
    {
      field: `invoiceSettingsInformation.${SETTING_FIELDS.payerAuthentication.path}`,
      reason: 'PAYER_AUTHENTICATION_OFF',
      message:
        '3-D Secure is off although the processor offers it: you bear the loss if a cardholder disputes a payment.',
    },
  ]
}
