import Type from 'typebox'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'

/** The documented form of refunds as existing clients request them. */

const text = (description: string) => Type.Optional(Type.String({ description }))
const echoed = (description: string) => Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX, description }))

export const PtsTransactionId = Type.Object({
  id: Type.String({ description: 'The id of the payment or of its capture, 22 digits.' }),
})

const ClientReference = Type.Object(
  {
    code: echoed('Your own reference.'),
    submitLocalDateTime: echoed('YYYYMMDDhhmmss'),
    ownerMerchantId: Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
    returnReconciliationId: Type.Optional(Type.String({ maxLength: TEXT_LENGTH_MAX })),
  },
  { description: 'Returned as it was sent. Records have the invoice’s number.' },
)

export const PtsRefundRequest = Type.Object(
  {
    clientReferenceInformation: Type.Optional(ClientReference),
    orderInformation: Type.Object({
      amountDetails: Type.Object({
        totalAmount: Type.Union([Type.String(), Type.Number()], { description: 'The amount to refund.' }),
        currency: Type.String({ description: 'The currency of the payment; no other is accepted.' }),
      }),
    }),
    processingInformation: Type.Optional(
      Type.Object({
        refundOptions: Type.Optional(Type.Object({ reason: echoed('Why; shown with the payment.') })),
      }),
    ),
  },
  { description: 'Other members are ignored.' },
)

const PTS_STATUSES = ['PENDING', 'DECLINED'] as const

export const PtsRefundContract = Type.Object({
  _links: Type.Object({
    self: Type.Object({
      href: Type.String({ description: 'The details of the transaction.' }),
      method: Type.Literal('GET'),
    }),
  }),
  id: Type.String({ description: 'The refund’s own id, 22 digits.' }),
  submitTimeUtc: Type.String({ format: 'date-time', description: 'When it was requested.' }),
  status: Type.Enum([...PTS_STATUSES], { description: 'PENDING: accepted; it is settled later.' }),
  reconciliationId: text('As in reports and transaction search; once the processor has answered.'),
  clientReferenceInformation: Type.Optional(ClientReference),
  refundAmountDetails: Type.Object({
    refundAmount: Type.String({ description: 'With all decimals of the currency.' }),
    currency: Type.String(),
  }),
  errorInformation: Type.Optional(Type.Object({ reason: Type.Literal('PROCESSOR_DECLINED'), message: Type.String() })),
})
