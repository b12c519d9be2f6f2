import { assert } from '../kernel/assert.ts'
import type { Field, FieldGroup } from './field.ts'
import * as customer from './groups/customer.ts'
import * as disputes from './groups/disputes.ts'
import * as exceptions from './groups/exceptions.ts'
import * as japan from './groups/japan.ts'
import * as merchantDefined from './groups/merchant-defined.ts'
import * as money from './groups/money.ts'
import * as payerAuthentication from './groups/payer-authentication.ts'
import * as paymentData from './groups/payment-data.ts'
import * as paymentMethod from './groups/payment-method.ts'
import * as request from './groups/request.ts'
import * as risk from './groups/risk.ts'
import * as subscriptions from './groups/subscriptions.ts'
import * as travel from './groups/travel.ts'

const BY_FILE: readonly Readonly<Record<string, FieldGroup>>[] = [
  customer,
  disputes,
  exceptions,
  japan,
  merchantDefined,
  money,
  payerAuthentication,
  paymentData,
  paymentMethod,
  request,
  risk,
  subscriptions,
  travel,
]

/** All groups, in the order of the documentation and of XML reports, which is that of their numbers. */
export const GROUPS: readonly FieldGroup[] = BY_FILE.flatMap((groups) => Object.values(groups)).sort(
  (a, b) => a.number - b.number,
)

export const FIELDS: readonly Field[] = GROUPS.flatMap(({ fields }) => fields)

const BY_WIRE_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.wireName, field]))

/** Returns the field with exactly this wire name; see `find-field.ts` for names that people write. */
export function fieldNamed(wireName: string): Field {
  const field = BY_WIRE_NAME.get(wireName)
  assert(field !== undefined, `The catalogue has no field ${wireName}.`)
  return field
}
