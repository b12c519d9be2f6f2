import Type from 'typebox'
import { methodName, sentAmount } from '../http/contract.ts'

/** The documented form of tokens. */

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const optionalNumber = Type.Optional(Type.Integer())

export const TokenTransaction = Type.Object({
  id: Type.String({ description: 'The id of the payment, 22 digits, as in the invoice’s history.' }),
})

export const TokenContract = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The token.' }),
  transactionId: Type.String({ description: 'The payment that it was made of.' }),
  method: methodName(),
  account: Type.Object(
    {
      scheme: optionalText('Such as Visa.'),
      suffix: optionalText('The last digits.'),
      expirationMonth: optionalNumber,
      expirationYear: optionalNumber,
    },
    { description: 'The stored account.' },
  ),
  createdAt: Type.String({ format: 'date-time' }),
  revokedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it was revoked; it cannot be charged since.' }),
  ),
  consent: Type.Optional(
    Type.Object(
      {
        givenAt: Type.String({ format: 'date-time' }),
        wording: Type.String({ description: 'What the payer agreed to, word by word.' }),
        language: Type.String({ description: 'The language of the wording.' }),
        ipAddress: optionalText('The payer’s network address.'),
      },
      { description: 'The payer’s consent, as evidence; until the payer is erased.' },
    ),
  ),
})

export const TokenId = Type.Object({ id: Type.String({ description: 'The token’s id.' }) })

export const ChargeRequest = Type.Object({
  invoiceId: Type.String({ description: 'The invoice that is paid.' }),
  amount: Type.Optional(sentAmount),
})

export const CHARGE_STATUSES = ['COMPLETED', 'REVIEW', 'PENDING', 'DECLINED'] as const

export const ChargeContract = Type.Object({
  id: Type.String({ description: 'The payment’s id, 22 digits.' }),
  tokenId: Type.String({ format: 'uuid' }),
  invoiceId: Type.String(),
  status: Type.Enum([...CHARGE_STATUSES], {
    description: 'PENDING until the processor’s answer is certain; the invoice’s payments and events then have it.',
  }),
  reason: optionalText('Why it was declined, such as insufficientFunds.'),
  method: methodName(),
  amount: Type.Number({ description: 'In the invoice’s currency, with all its decimals.' }),
  currency: Type.String(),
  submitTimeUtc: Type.String({ format: 'date-time', description: 'When it was requested.' }),
})
