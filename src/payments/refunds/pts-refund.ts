import { formatMoney } from '../../kernel/money.ts'
import { fieldReader } from '../../kernel/reading/field-reader.ts'
import { ContentRefusal, members, optional, type Reader, required } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import { amountReader } from '../http/read-amount.ts'
import type { Attempt } from '../model/attempt.ts'

const shortText = optional(given(plainText(TEXT_LENGTH_MAX)))

/** A refund as existing clients request it. */
export const readPtsRefund = members({
  clientReferenceInformation: members({
    ...{ code: shortText, submitLocalDateTime: shortText },
    ...{ ownerMerchantId: shortText, returnReconciliationId: shortText },
  }),
  orderInformation: members({
    amountDetails: members({
      totalAmount: required(amountReader),
      currency: required(fieldReader({ kind: 'currency' }) as Reader<string>),
    }),
  }),
  processingInformation: members({ refundOptions: members({ reason: shortText }) }),
})

type PtsRefund = Extract<ReturnType<typeof readPtsRefund>, { readonly value: unknown }>['value']

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'orderInformation.amountDetails.totalAmount',
  currency: 'orderInformation.amountDetails.currency',
}

/** Does the work. Refusals of the refund's content name its fields as these clients know them. */
export async function withPtsFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ContentRefusal)) throw error
    throw new ContentRefusal(error.details.map((each) => ({ ...each, field: FIELDS[each.field] ?? each.field })))
  }
}

type Presented = {
  readonly attempt: Attempt
  readonly asked: PtsRefund
  /** As in the records of the refund; undefined until the processor has answered. */
  readonly reconciliationId: string | undefined
}

/** The response of a refund. These clients call a refund PENDING that was accepted, because it is settled later. */
export function presentPtsRefund({ attempt, asked, reconciliationId }: Presented): Readonly<Record<string, unknown>> {
  const { attemptId, amount, status, declineReason, createdAt } = attempt
  const isDeclined = status === 'declined'
  const reference = asked.clientReferenceInformation
  return {
    _links: { self: { href: `/tss/v2/transactions/${attemptId}`, method: 'GET' } },
    id: attemptId,
    submitTimeUtc: writtenInstant(createdAt),
    status: isDeclined ? 'DECLINED' : 'PENDING',
    reconciliationId,
    clientReferenceInformation: Object.values(reference).some((value) => value !== undefined) ? reference : undefined,
    refundAmountDetails: { refundAmount: formatMoney(amount), currency: amount.currency },
    errorInformation: isDeclined
      ? { reason: 'PROCESSOR_DECLINED', message: `The processor declined the refund: ${declineReason ?? 'declined'}.` }
      : undefined,
  }
}
