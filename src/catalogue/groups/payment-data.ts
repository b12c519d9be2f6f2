import { AUTHORIZATION_INDICATORS, CURRENCY_OFFERS, ENTRY_MODES, YES_OR_NO } from '../codes/code-lists.ts'
import { ADDRESS_CHECKS, CARD_VERIFICATIONS } from '../codes/result-codes.ts'
import {
  amount,
  choice,
  code,
  country,
  currency,
  decimal,
  group,
  identifier,
  instant,
  integer,
  text,
} from '../make-group.ts'

/** Used by few merchants, so they have no columns. */
const RARE = { isRare: true }

/** A sub-merchant is a business, not a payer: its fields stay when a payer is erased. */
export const PAYMENT_DATA = group(21, 'PaymentData', 'Amounts and results of a payment.', {
  ACHVerificationResult: choice(20, 'Result of the bank account check, as returned by the processor.', RARE),
  ACHVerificationResultMapped: choice(
    20,
    'Result of the bank account check, in a form common to all processors.',
    RARE,
  ),
  AVSResult: choice(10, 'Whether the billing address matches, as returned by the processor.'),
  AVSResultMapped: code(ADDRESS_CHECKS, 'Whether the billing address matches, in a form common to all processors.'),
  AcquirerMerchantID: choice(50, 'Acquiring bank’s number for the merchant.'),
  AuthIndicator: code(AUTHORIZATION_INDICATORS, 'Whether the authorized amount is final.'),
  AuthReversalAmount: amount('CurrencyCode', 'Amount of an authorization that was reversed.', RARE),
  AuthReversalResult: choice(20, 'Processor’s response to the reversal.', RARE),
  AuthorizationCode: identifier(50, 'Issuer’s authorization code.'),
  AuthorizationType: choice(50, 'How the authorization was obtained, such as online or by voice.'),
  BalanceAmount: amount('BalanceCurrencyCode', 'Balance of a prepaid card after the payment.', RARE),
  BalanceCurrencyCode: currency('Currency of the prepaid card.', RARE),
  BinNumber: identifier(8, 'First six or eight digits of the card number.'),
  CVResult: code(CARD_VERIFICATIONS, 'Whether the card verification number matches the card.'),
  CardCategory: choice(100, 'Card product returned by the issuer, in words.'),
  CardCategoryCode: choice(10, 'Code of the card product returned by the issuer.'),
  CardPresent: code(YES_OR_NO, 'Whether the card was present.'),
  CurrencyCode: currency('Currency of the payment.'),
  DCCIndicator: code(CURRENCY_OFFERS, 'Whether the customer paid in the currency of the card.', RARE),
  EMVRequestFallBack: code(YES_OR_NO, 'Whether the stripe was read because the chip failed.', RARE),
  EVEmail: choice(20, 'Whether the email address matches, in a form common to all processors.', RARE),
  EVEmailRaw: choice(20, 'Whether the email address matches, as returned by the processor.', RARE),
  EVName: choice(20, 'Whether the name matches, in a form common to all processors.', RARE),
  EVNameRaw: choice(20, 'Whether the name matches, as returned by the processor.', RARE),
  EVPhoneNumber: choice(20, 'Whether the phone number matches, in a form common to all processors.', RARE),
  EVPhoneNumberRaw: choice(20, 'Whether the phone number matches, as returned by the processor.', RARE),
  EVPostalCode: choice(20, 'Whether the postal code matches, in a form common to all processors.', RARE),
  EVPostalCodeRaw: choice(20, 'Whether the postal code matches, as returned by the processor.', RARE),
  EVStreet: choice(20, 'Whether the street matches, in a form common to all processors.', RARE),
  EVStreetRaw: choice(20, 'Whether the street matches, as returned by the processor.', RARE),
  ExchangeRate: decimal('Rate at which the amount was converted.', RARE),
  ExchangeRateDate: instant('When the conversion rate was determined.', RARE),
  MandateReferenceNumber: identifier(50, 'Reference of the mandate for direct debits.', RARE),
  NetworkCode: choice(50, 'Debit network of the payment.'),
  NetworkTransactionID: identifier(100, 'Id that the card scheme assigned to the payment.'),
  NumberOfInstallments: integer('Number of installments.', RARE),
  OriginalAmount: amount('OriginalCurrency', 'Amount before it was converted.', RARE),
  OriginalCurrency: currency('Currency before the amount was converted.', RARE),
  POSEntryMode: code(ENTRY_MODES, 'How the card was read at the point of sale.'),
  PaymentProductCode: choice(50, 'Provider’s product used for the payment.', RARE),
  ProcessorMID: choice(120, 'Processor’s number for the merchant.'),
  ProcessorResponseCode: choice(60, 'Processor’s own response code.'),
  ProcessorResponseID: identifier(100, 'Number of the processor’s response.'),
  ProcessorTID: choice(120, 'Processor’s number for the terminal.'),
  ProcessorTransactionID: identifier(100, 'Id that the processor assigned to the payment.'),
  RequestedAmount: amount('RequestedAmountCurrencyCode', 'Requested amount.'),
  RequestedAmountCurrencyCode: currency('Currency of the requested amount.'),
  SubMerchantCity: choice(100, 'City of the sub-merchant.', RARE),
  SubMerchantCountry: country('Country of the sub-merchant, as a two-letter code.', RARE),
  SubMerchantEmail: choice(255, 'Email address of the sub-merchant.', RARE),
  SubMerchantID: choice(100, 'Number of the sub-merchant.', RARE),
  SubMerchantName: choice(255, 'Name of the sub-merchant.', RARE),
  SubMerchantPhone: choice(50, 'Phone number of the sub-merchant.', RARE),
  SubMerchantPostalCode: choice(20, 'Postal code of the sub-merchant.', RARE),
  SubMerchantState: choice(50, 'State, province or region of the sub-merchant.', RARE),
  SubMerchantStreet: choice(255, 'Street and house number of the sub-merchant.', RARE),
  TargetAmount: amount('TargetCurrency', 'Amount after it was converted.', RARE),
  TargetCurrency: currency('Currency to which the amount was converted.', RARE),
})

export const LINE_ITEMS = group(22, 'LineItems', 'What was sold.', {
  FulfillmentType: choice(50, 'How the goods reach the customer.'),
  InvoiceNumber: identifier(50, 'Number of the invoice that the line belongs to.'),
  MerchantProductSku: identifier(255, 'Merchant’s number for the goods.'),
  ProductCode: choice(255, 'Kind of the goods or of the charge.'),
  ProductName: text(255, 'Name of the goods.'),
  Quantity: integer('Quantity sold.'),
  TaxAmount: amount('PaymentData.CurrencyCode', 'Tax on the line.'),
  // Unit prices may have six decimals, more than an amount has.
  UnitPrice: decimal('Unit price, in the currency of the payment.'),
})

export const TAX_CALCULATION = group(23, 'TaxCalculation', 'The calculation of tax.', {
  Status: choice(50, 'Status of the tax calculation.'),
})

/** Lengths are the specification's own. */
export const HEALTHCARE = group(24, 'Healthcare', 'The health care part of a payment.', {
  Amount: amount('Currency', 'Amount for health care.'),
  AmountType: choice(35, 'What the amount is for, such as healthcare, dental or clinic.'),
  Currency: currency('Currency of the amount for health care.'),
  IndustryType: choice(20, 'Branch of health care.'),
})
