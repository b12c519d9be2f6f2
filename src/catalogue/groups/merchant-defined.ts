import { group, text } from '../make-group.ts'

const VALUES = 100

/** They may contain anything, so an erasure blanks them. */
export const MERCHANT_DEFINED_DATA_FIELDS = group(
  50,
  'Merchant-DefinedDataFields',
  'Data defined by the merchant.',
  Object.fromEntries(
    Array.from({ length: VALUES }, (_, index) => [
      `MerchantDefinedData${index + 1}`,
      text(255, `Value ${index + 1} of the data that the merchant defined.`, {
        soapiName: `merchantDefinedData_field${index + 1}`,
        scmpName: `merchant_defined_data${index + 1}`,
      }),
    ]),
  ),
  { isRare: true, isPersonal: true },
)
