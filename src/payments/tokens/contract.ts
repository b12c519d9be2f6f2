import Type from 'typebox'
import { METHODS } from '../port/port.ts'

/** The documented form of tokens. */

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const optionalNumber = Type.Optional(Type.Integer())

export const TokenTransaction = Type.Object({
  id: Type.String({ description: 'The id of the payment, 22 digits, as in the invoice’s history.' }),
})

export const TokenContract = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The token.' }),
  transactionId: Type.String({ description: 'The payment that it was made of.' }),
  method: Type.Enum([...METHODS]),
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
  consent: Type.Object(
    {
      givenAt: Type.String({ format: 'date-time' }),
      wording: Type.String({ description: 'What the payer agreed to, word by word.' }),
      language: Type.String({ description: 'The language of the wording.' }),
      ipAddress: optionalText('The payer’s network address.'),
    },
    { description: 'The payer’s consent, as evidence.' },
  ),
})
