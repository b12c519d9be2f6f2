// pure
// The cost of card payments for a merchant, in millionths of the amount: sample rates for demo data and the sandbox.

/** The issuer's fee, by the name of the card scheme. */
export const INTERCHANGE_RATES: Readonly<Record<string, number>> = {
  Visa: 16_500,
  Mastercard: 17_500,
  'American Express': 23_000,
  Discover: 18_000,
  'Diners Club': 21_000,
  JCB: 17_000,
}
/** The acquirer's fee. */
export const DISCOUNT_RATE = 2_500
/** The card scheme's fee. */
export const ASSESSMENT_RATE = 1_400
/** The flat rate that such a merchant would have agreed on. */
export const PRICED_RATE = 19_500
