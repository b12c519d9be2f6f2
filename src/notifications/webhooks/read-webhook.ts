// pure
import {
  checked,
  converted,
  hasNoValue,
  invalid,
  isObject,
  listOf,
  members,
  missing,
  optional,
  type Reader,
  refused,
  required,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { PRODUCT_IDS, productOf } from './products.ts'
import {
  delayMinutes,
  NOTIFICATION_SCOPES,
  type NotificationScope,
  type RetryPolicy,
  type SecurityPolicy,
  type SubscribedProduct,
  USUAL_RETRY_POLICY,
  type Webhook,
} from './webhook.ts'

/** The problem of an address that the service is to call, as a phrase after the field's name. */
export type ProblemOfUrl = (url: string) => string | undefined

type Written = Pick<
  Webhook,
  'name' | 'description' | 'products' | 'webhookUrl' | 'healthCheckUrl' | 'notificationScope' | 'securityPolicy'
>
export type WebhookInput = Written & { readonly retryPolicy: RetryPolicy }
export type WebhookChanges = Partial<WebhookInput>

const NAME_LENGTH_MAX = 255
const DESCRIPTION_LENGTH_MAX = 1_000
const EVENT_TYPES_MAX = 100
const SCOPE_ORGANIZATIONS_MAX = 1_000
/** Thirty days: a later notification is of no use to a receiver. */
const DELAY_MINUTES_MAX = 30 * 24 * 60

/** Reads a new webhook, as version 2 or as version 1 of the API writes it. */
export function webhookReader(problemOf: ProblemOfUrl): Reader<WebhookInput> {
  return (raw, field) =>
    members({
      name: withDefault(given(plainText(NAME_LENGTH_MAX)), 'Webhook'),
      description: optional(given(plainText(DESCRIPTION_LENGTH_MAX))),
      products: required(productsReader),
      webhookUrl: required(url(problemOf)),
      healthCheckUrl: optional(url(problemOf)),
      notificationScope: withDefault(scopeReader, { scope: 'DESCENDANTS', organizationIds: undefined }),
      retryPolicy: withDefault(retryPolicyReader(USUAL_RETRY_POLICY), USUAL_RETRY_POLICY),
      securityPolicy: withDefault(securityReader, { securityType: 'key' }),
    })(withProducts(raw), field)
}

/** Reads changes of a webhook; omitted members stay unchanged. */
export function changesReader(problemOf: ProblemOfUrl, before: Webhook): Reader<WebhookChanges> {
  const reader = members({
    name: optional(given(plainText(NAME_LENGTH_MAX))),
    description: optional(given(plainText(DESCRIPTION_LENGTH_MAX))),
    products: optional(productsReader),
    webhookUrl: optional(url(problemOf)),
    healthCheckUrl: optional(url(problemOf)),
    notificationScope: optional(scopeReader),
    retryPolicy: optional(retryPolicyReader(before.retryPolicy)),
    securityPolicy: optional(securityReader),
  })
  return (raw, field) =>
    converted(
      reader,
      (changes): WebhookChanges =>
        Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    )(withProducts(raw), field)
}

/** Version 1 has one product, with its members at the top level. */
function withProducts(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  const { products, productId, eventTypes } = raw
  if (!hasNoValue(products)) return raw
  if (hasNoValue(productId) && hasNoValue(eventTypes)) return raw
  return { ...raw, products: [{ productId, eventTypes }] }
}

function url(problemOf: ProblemOfUrl): Reader<string> {
  return given((text) => {
    const sentence = problemOf(text)
    return sentence === undefined ? { value: text } : { sentence }
  })
}

const productReader: Reader<SubscribedProduct> = (raw, field) => {
  const read = members({
    productId: required(given(oneOf(PRODUCT_IDS))),
    eventTypes: required(listOf(given(plainText(NAME_LENGTH_MAX)))),
  })(raw, field)
  if ('problems' in read) return read
  const { productId, eventTypes } = read.value
  if (eventTypes.length === 0) return { problems: [missing(`${field}.eventTypes`, 'must name at least one event')] }
  if (eventTypes.length > EVENT_TYPES_MAX) {
    return refused(`${field}.eventTypes`, `must not name more than ${EVENT_TYPES_MAX} events`)
  }
  const foreign = eventTypes.flatMap((type, index) =>
    productOf(type) === productId
      ? []
      : [invalid(`${field}.eventTypes[${index}]`, `must be an event of the product ${productId}`)],
  )
  return foreign.length > 0 ? { problems: foreign } : { value: { productId, eventTypes: [...new Set(eventTypes)] } }
}

const productsReader: Reader<readonly SubscribedProduct[]> = (raw, field) => {
  const read = listOf(productReader)(Array.isArray(raw) ? raw.slice(0, EVENT_TYPES_MAX) : raw, field)
  if ('problems' in read) return read
  if (read.value.length === 0) return { problems: [missing(field, 'must name at least one product')] }
  const ids = read.value.map(({ productId }) => productId)
  return new Set(ids).size === ids.length ? read : refused(field, 'must name each product once')
}

/** A string, or the object of version 1, whose list narrows the scope to some organizations. */
const scopeReader: Reader<NotificationScope> = (raw, field) => {
  const scope = given(oneOf(NOTIFICATION_SCOPES))
  if (!isObject(raw)) return converted(scope, (name) => ({ scope: name, organizationIds: undefined }))(raw, field)
  return converted(
    members({
      scope: withDefault(scope, 'DESCENDANTS'),
      scopeData: optional(organizationList),
    }),
    ({ scope: name, scopeData }) => ({ scope: name, organizationIds: scopeData }),
  )(raw, field)
}

const organizationList: Reader<readonly string[] | undefined> = (raw, field) => {
  if (Array.isArray(raw) && raw.length > SCOPE_ORGANIZATIONS_MAX) {
    return refused(field, `must not name more than ${SCOPE_ORGANIZATIONS_MAX} organizations`)
  }
  return converted(listOf(given(plainText(32))), (ids) => (ids.length === 0 ? undefined : [...new Set(ids)]))(
    raw,
    field,
  )
}

/** A number; clients also send it as a string. */
function number(min: number, max: number): Reader<number> {
  return (raw, field) => {
    const value = typeof raw === 'string' && /^\d{1,9}$/.test(raw.trim()) ? Number(raw) : raw
    return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? { value: value as number }
      : refused(field, `must be a whole number from ${min} to ${max}`)
  }
}

const flag: Reader<boolean> = (raw, field) => {
  const text = String(raw).toLowerCase()
  return text === 'true' || text === 'false' ? { value: text === 'true' } : refused(field, 'must be true or false')
}

function retryPolicyReader(usual: RetryPolicy): Reader<RetryPolicy> {
  const reader: Reader<RetryPolicy> = members({
    algorithm: withDefault(given(oneOf(['ARITHMETIC', 'GEOMETRIC'])), usual.algorithm),
    firstRetry: withDefault(number(1, 1_440), usual.firstRetry),
    interval: withDefault(number(1, 1_440), usual.interval),
    numberOfRetries: withDefault(number(0, 20), usual.numberOfRetries),
    repeatSequenceCount: withDefault(number(0, 10), usual.repeatSequenceCount),
    repeatSequenceWaitTime: withDefault(number(0, 10_080), usual.repeatSequenceWaitTime),
    deactivateFlag: withDefault(flag, usual.deactivateFlag),
  })
  return (raw, field) =>
    checked(reader, (policy) =>
      delayMinutes(policy, Math.max(policy.numberOfRetries - 1, 0)) <= DELAY_MINUTES_MAX
        ? []
        : [invalid(`${field}.numberOfRetries`, `must not lead to a delay of more than ${DELAY_MINUTES_MAX} minutes`)],
    )(raw, field)
}

const securityReader: Reader<SecurityPolicy> = members({
  securityType: withDefault(
    given((text) =>
      text.trim().toLowerCase() === 'key'
        ? { value: 'key' as const }
        : { sentence: 'must be key: notifications are signed; OAuth is not supported' },
    ),
    'key',
  ),
})
