import { group, text } from '../make-group.ts'

export const MERCHANT_DEFINED_DATA_FIELDS = group(
  50,
  'Merchant-DefinedDataFields',
  'Data that a merchant gave a meaning of its own.',
  Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `MerchantDefinedData${index + 1}`,
      text(255, `Value ${index + 1} of the data that the merchant defined.`),
    ]),
  ),
  { isRare: true },
)
