import { assert } from '../kernel/assert.ts'
import type { Field, FieldGroup } from './field.ts'
import { BILL_TO, CUSTOMER_FIELDS, RECIPIENT, SENDER, SHIP_TO } from './groups/customer.ts'
import { CHARGEBACK_AND_RETRIEVAL, CONVERSION, EVENT } from './groups/disputes.ts'
import { EXCEPTION, POS_TERMINAL_EXCEPTIONS } from './groups/exceptions.ts'
import { JP } from './groups/japan.ts'
import { MERCHANT_DEFINED_DATA_FIELDS } from './groups/merchant-defined.ts'
import { DEPOSIT, FEE, FEE_SUMMARY, FUNDING, INVOICE, OCT_SUMMARY } from './groups/money.ts'
import { PAYER_AUTH, VE_REQ, VE_RES } from './groups/payer-authentication.ts'
import { HEALTHCARE, LINE_ITEMS, PAYMENT_DATA, TAX_CALCULATION } from './groups/payment-data.ts'
import {
  BANK_INFO,
  CHECK,
  FUND_TRANSFER,
  GIFT_CARD,
  PAYMENT_FIELDS,
  PAYMENT_METHOD,
  TMS_TOKEN,
  TOKEN,
} from './groups/payment-method.ts'
import {
  AGING,
  APPLICATION,
  AUTHORIZATION,
  BATCH,
  ORDER_FIELDS,
  REQUEST,
  TRANSACTION_DETAILS,
} from './groups/request.ts'
import {
  AFS_FIELDS,
  DEVICE,
  DEVICE_FINGERPRINT_FIELDS,
  EMAIL_RISK_FIELDS,
  FRAUD_DECISION_EVENTS,
  IDENTITY_CHECK_FIELDS,
  MARK_AS_SUSPECT_FIELDS,
  VELOCITY_MORPHING,
} from './groups/risk.ts'
import { SUBSCRIPTIONS } from './groups/subscriptions.ts'
import { TRAVEL, TRAVEL_FIELDS } from './groups/travel.ts'

/** All groups, in the order of the documentation and of XML reports. */
export const GROUPS: readonly FieldGroup[] = [
  REQUEST,
  APPLICATION,
  AUTHORIZATION,
  BATCH,
  AGING,
  ORDER_FIELDS,
  TRANSACTION_DETAILS,
  BILL_TO,
  SHIP_TO,
  CUSTOMER_FIELDS,
  RECIPIENT,
  SENDER,
  PAYMENT_METHOD,
  PAYMENT_FIELDS,
  BANK_INFO,
  CHECK,
  FUND_TRANSFER,
  GIFT_CARD,
  TMS_TOKEN,
  TOKEN,
  PAYMENT_DATA,
  LINE_ITEMS,
  TAX_CALCULATION,
  HEALTHCARE,
  DEPOSIT,
  FUNDING,
  FEE,
  FEE_SUMMARY,
  INVOICE,
  OCT_SUMMARY,
  CHARGEBACK_AND_RETRIEVAL,
  CONVERSION,
  EVENT,
  EXCEPTION,
  POS_TERMINAL_EXCEPTIONS,
  AFS_FIELDS,
  FRAUD_DECISION_EVENTS,
  DEVICE,
  DEVICE_FINGERPRINT_FIELDS,
  EMAIL_RISK_FIELDS,
  MARK_AS_SUSPECT_FIELDS,
  VELOCITY_MORPHING,
  IDENTITY_CHECK_FIELDS,
  PAYER_AUTH,
  VE_REQ,
  VE_RES,
  SUBSCRIPTIONS,
  TRAVEL,
  TRAVEL_FIELDS,
  MERCHANT_DEFINED_DATA_FIELDS,
  JP,
]

export const FIELDS: readonly Field[] = GROUPS.flatMap(({ fields }) => fields)

const BY_WIRE_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.wireName, field]))

/** Returns the field with exactly this wire name; see `find-field.ts` for names that people write. */
export function fieldNamed(wireName: string): Field {
  const field = BY_WIRE_NAME.get(wireName)
  assert(field !== undefined, `The catalogue has no field ${wireName}.`)
  return field
}
