// pure
/** Why a cardholder disputes a payment, by the code of the card scheme. */
export type DisputeReason = { readonly code: string; readonly words: string }

const REASONS: Readonly<Record<string, readonly DisputeReason[]>> = {
  Visa: [
    { code: '10.4', words: 'Fraud, card absent' },
    { code: '13.1', words: 'Goods not received' },
    { code: '13.6', words: 'Credit not processed' },
  ],
  Mastercard: [
    { code: '4837', words: 'No authorization by the holder' },
    { code: '4853', words: 'Dispute of the holder' },
  ],
  'American Express': [
    { code: 'F29', words: 'Card not present' },
    { code: 'C08', words: 'Goods not received' },
  ],
}
const OTHER_REASONS: readonly DisputeReason[] = [{ code: 'RM', words: 'Dispute of the holder' }]

/** The reasons of a scheme, the usual one first; samples for demo data and the sandbox. */
export function disputeReasonsOf(scheme: string | undefined): readonly DisputeReason[] {
  return REASONS[scheme ?? ''] ?? OTHER_REASONS
}
