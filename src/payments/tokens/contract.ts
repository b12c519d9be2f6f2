import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { pageParameters, totalOf } from '../../platform/http/server/page-contract.ts'
import { methodName, sentAmount } from '../http/contract.ts'
import { TOKEN_STATUSES } from './token-status.ts'

/** The documented form of tokens. */

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const optionalNumber = Type.Optional(Type.Integer())
const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) })

export const TokenTransaction = Type.Object({
  id: Type.String({ description: 'The id of the payment, 22 digits, as in the invoice’s history.' }),
})

export const TokenName = Type.Object({ token: Type.String({ description: 'The token’s id.' }) })

export const CHARGE_STATUSES = ['COMPLETED', 'REVIEW', 'PENDING', 'DECLINED'] as const

const chargeStatus = Type.Enum([...CHARGE_STATUSES], {
  description: 'PENDING until the processor’s answer is certain; the invoice’s payments and events then have it.',
})
const declineReason = optionalText(
  'Why it was declined, such as insufficientFunds, expiredCard, or authenticationFailed if the payer would have to confirm.',
)

export const TokenContract = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The token.' }),
  status: Type.Enum([...TOKEN_STATUSES], {
    description: 'EXPIRED: the card’s last month is over; the processor decides whether it is still charged.',
  }),
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
  createdAt: instant(),
  revokedAt: Type.Optional(instant('When it was revoked; it cannot be charged since.')),
  consent: Type.Optional(
    Type.Object(
      {
        givenAt: instant(),
        wording: Type.String({ description: 'What the payer agreed to, word by word.' }),
        language: Type.String({ description: 'The language of the wording.' }),
        ipAddress: optionalText('The payer’s network address.'),
        customer: Type.Object(
          {
            email: Type.Optional(Type.String()),
            merchantCustomerId: Type.Optional(Type.String()),
          },
          { description: 'The customer of the invoice that was paid. Only invoices to this customer can be charged.' },
        ),
      },
      { description: 'The payer’s consent, as evidence; until the payer is erased.' },
    ),
  ),
  lastUse: Type.Optional(
    Type.Object(
      {
        transactionId: Type.String({ description: 'The charge’s id, 22 digits.' }),
        invoiceId: Type.String(),
        status: chargeStatus,
        reason: declineReason,
        submitTimeUtc: instant('When it was requested.'),
      },
      { description: 'The last charge of the token; missing until it is used.' },
    ),
  ),
})

/** A merchant may have very many customers. */
export const TOKENS_MAX = 1_000
export const TOKENS_USUAL = 100

export const TokenListQuery = Type.Object({
  ...ActingFor.properties,
  ...pageParameters('tokens', TOKENS_MAX, TOKENS_USUAL),
  merchantCustomerId: optionalText('Only tokens of the customer with this number of yours.'),
  email: optionalText('Only tokens of the customer with this mail address, in any letter case.'),
  status: Type.Optional(Type.Enum([...TOKEN_STATUSES], { description: 'Only tokens in this status.' })),
})

export const TokenListContract = Type.Object({
  totalTokens: totalOf('tokens'),
  tokens: Type.Array(TokenContract),
})

export const ChargeRequest = Type.Object({
  invoiceId: Type.String({ description: 'The invoice that is paid.' }),
  amount: Type.Optional(sentAmount),
})

export const ChargeContract = Type.Object({
  id: Type.String({ description: 'The payment’s id, 22 digits.' }),
  tokenId: Type.String({ format: 'uuid' }),
  invoiceId: Type.String(),
  status: chargeStatus,
  reason: declineReason,
  method: methodName(),
  amount: Type.Number({ description: 'In the invoice’s currency, with all its decimals.' }),
  currency: Type.String(),
  submitTimeUtc: instant('When it was requested.'),
})
