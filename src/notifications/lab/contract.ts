import Type from 'typebox'

/** The documented form of the sandbox's receivers. */

export const STATUS = { minimum: 200, maximum: 599 } as const
export const DELAY_MS_MAX = 60_000

export const ReceiverName = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'Any name that you choose for the receiver.' }),
})

export const AnsweringRequest = Type.Object(
  {
    status: Type.Optional(Type.Integer({ ...STATUS, description: 'The status of its answers; 200 at first.' })),
    delayMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: DELAY_MS_MAX, description: 'How long it waits before it answers.' }),
    ),
    reset: Type.Optional(
      Type.Boolean({
        description: 'First forget all deliveries and settings: the receiver responds with 200, without a delay.',
      }),
    ),
  },
  { additionalProperties: false, description: 'What is left out stays as it is.' },
)

export const AnsweringContract = Type.Object({
  organizationId: Type.String(),
  name: Type.String(),
  status: Type.Integer(),
  delayMs: Type.Integer(),
})

export const ReceiptContract = Type.Object({
  verified: Type.Boolean({ description: 'Whether the signature verified.' }),
  reason: Type.Optional(Type.String({ description: 'Why it did not.' })),
})

export const HealthContract = Type.Object({
  name: Type.String(),
  status: Type.Integer({ description: 'The status of the answer.' }),
})

const header = (description: string) => Type.Optional(Type.String({ description }))

export const DeliveriesContract = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Later deliveries have greater numbers.' }),
      receivedAt: Type.String({ format: 'date-time', description: 'By the machine’s clock.' }),
      organizationId: Type.String(),
      webhookId: header('From the header v-c-webhook-id.'),
      eventType: header('From the header v-c-event-type.'),
      notificationId: header('From the body; the same for each attempt.'),
      verified: Type.Boolean({ description: 'Whether the signature verified.' }),
      reason: Type.Optional(Type.String({ description: 'Why it did not.' })),
      status: Type.Integer({ description: 'The status that the receiver answered.' }),
      headers: Type.Record(Type.String(), Type.String(), { description: 'By lower-case name.' }),
      body: Type.Unknown({ description: 'The JSON that was received; a string if it was none.' }),
    }),
  ),
})
