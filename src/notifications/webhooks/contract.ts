import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { PRODUCT_IDS } from './products.ts'
import { NOTIFICATION_SCOPES, WEBHOOK_STATUSES } from './webhook.ts'

/** Documents webhooks. Bodies are validated by `webhookReader`, which gives better messages. */

export const READ_REFUSALS = {
  400: failureWhen('VALIDATION_ERROR or INVALID_DATA.'),
  403: failureWhen('The key lacks the scope webhooks.'),
  404: failureWhen('The webhook or the organization does not exist or is not yours.'),
}
export const CHANGE_REFUSALS = {
  400: failureWhen('VALIDATION_ERROR, SIGNING_KEY_MISSING, TOO_MANY_WEBHOOKS or INVALID_JSON.'),
  403: failureWhen('The key lacks the scope webhooks, or the organization is suspended (read-only).'),
  404: failureWhen('The webhook or the organization does not exist or is not yours.'),
  409: failureWhen('The Idempotency-Key was used for a different request, or the first request is still running.'),
}

export const WebhookName = Type.Object({ webhookId: Type.String({ description: 'Id of the webhook.' }) })
export const OrganizationName = Type.Object({
  organizationId: Type.String({ description: 'Your own organization or one below it.' }),
})

const url = (description: string) => Type.String({ format: 'uri', maxLength: 2_048, description })
const instant = () => Type.String({ format: 'date-time' })

const RetryPolicyContract = Type.Object(
  {
    algorithm: Type.Optional(Type.Enum(['ARITHMETIC', 'GEOMETRIC'])),
    firstRetry: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440, description: 'Minutes.' })),
    interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440, description: 'Minutes, or the factor.' })),
    numberOfRetries: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    repeatSequenceCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
    repeatSequenceWaitTime: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080, description: 'Minutes.' })),
    deactivateFlag: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: 'Whether the webhook is suspended when the retries of a notification are exhausted.',
      }),
    ),
  },
  { description: 'When a failed notification is sent again.' },
)

const content = {
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  healthCheckUrl: Type.Optional(url('Asked whether the receiver is there; default: the webhookUrl.')),
  notificationScope: Type.Optional(
    Type.Enum([...NOTIFICATION_SCOPES], {
      description:
        'SELF: events of the organization alone. DESCENDANTS (default): those of all organizations below it, too. Also accepted as {scope, scopeData}, where scopeData lists the organizations.',
    }),
  ),
  retryPolicy: Type.Optional(RetryPolicyContract),
  securityPolicy: Type.Optional(
    Type.Object({ securityType: Type.Enum(['key'], { description: 'Notifications are signed.' }) }),
  ),
}
const name = Type.String({ maxLength: 255 })
const products = Type.Array(
  Type.Object({
    productId: Type.Enum([...PRODUCT_IDS]),
    eventTypes: Type.Array(Type.String({ examples: ['invoicing.customer.invoice.paid'] })),
  }),
  { description: 'Instead of it, productId and eventTypes of one product are accepted beside the other members.' },
)
const webhookUrl = url(
  'Where notifications are sent: https, port 443 or 8443. A sandbox also accepts http and any port.',
)

export const WebhookRequest = Type.Object({
  organizationId: Type.Optional(ActingFor.properties.organizationId),
  name: Type.Optional(name),
  products,
  webhookUrl,
  ...content,
})
export const WebhookChange = Type.Partial(Type.Object({ name, products, webhookUrl, ...content }))
export const StatusRequest = Type.Object({ status: Type.Enum(['ACTIVE', 'INACTIVE']) })

export const WebhookContract = Type.Object(
  {
    organizationId: Type.String(),
    webhookId: Type.String({ format: 'uuid' }),
    name,
    products,
    productId: Type.Optional(Type.String({ description: 'By the paths of v1 only, if there is one product.' })),
    eventTypes: Type.Optional(Type.Array(Type.String(), { description: 'By the paths of v1 only, as productId.' })),
    webhookUrl,
    ...content,
    scopeData: Type.Optional(Type.Array(Type.String())),
    status: Type.Enum([...WEBHOOK_STATUSES]),
    statusReason: Type.String({ description: 'Why it has this status, such as NEW or RETRIES_EXHAUSTED.' }),
    createdOn: instant(),
    updatedOn: instant(),
  },
  { description: 'A webhook subscription.' },
)

export const WebhookListQuery = Type.Object({
  ...ActingFor.properties,
  productId: Type.Optional(Type.String()),
  eventType: Type.Optional(Type.String()),
})

export const ProductsContract = Type.Array(
  Type.Object({
    productId: Type.String(),
    productName: Type.String(),
    eventTypes: Type.Array(
      Type.Object({
        eventName: Type.String(),
        displayName: Type.String(),
        frequency: Type.Integer(),
        timeSensitivity: Type.Boolean(),
        payloadEncryption: Type.Boolean(),
      }),
    ),
  }),
)

export const TestContract = Type.Object(
  {
    organizationId: Type.String(),
    webhookId: Type.String(),
    productId: Type.String(),
    eventType: Type.String(),
    eventDate: instant(),
    transactionTraceId: Type.String(),
    requestType: Type.Literal('NEW'),
    retryNumber: Type.Integer(),
    payloads: Type.Object({ testPayload: Type.Object({ message: Type.String() }) }),
    isDelivered: Type.Boolean({ description: 'Whether the receiver answered with a status of 2xx.' }),
    responseStatus: Type.Optional(Type.Integer({ description: 'Missing if there was no response.' })),
  },
  { description: 'What was sent, and what became of it.' },
)

const keyInformation = {
  provider: Type.Optional(Type.String({ examples: ['nrtd'] })),
  tenant: Type.Optional(Type.String()),
  keyType: Type.Optional(Type.Literal('sharedSecret')),
  organizationId: ActingFor.properties.organizationId,
}

export const SigningKeyRequest = Type.Object({
  clientRequestAction: Type.Literal('CREATE'),
  keyInformation: Type.Object({
    ...keyInformation,
    expiryDuration: Type.Optional(Type.String({ description: 'Days, 1 to 3650; default 365.', examples: ['365'] })),
  }),
})

export const SigningKeyContract = Type.Object(
  {
    submitTimeUtc: Type.String(),
    status: Type.Literal('SUCCESS'),
    keyInformation: Type.Object({
      ...keyInformation,
      keyId: Type.String({ format: 'uuid' }),
      key: Type.String({ description: 'The shared secret in Base64. It is shown only here.' }),
      status: Type.Literal('active'),
      expirationDate: Type.String(),
    }),
  },
  { description: 'The new signing key; the former one is no longer used.' },
)
