import { AUTHORIZATION_INDICATORS, CURRENCY_OFFERS, ENTRY_MODES, YES_OR_NO } from '../code-lists.ts'
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
import { ADDRESS_CHECKS, CARD_VERIFICATIONS } from '../result-codes.ts'

/** Asked for by few merchants, so that their tables have no columns for them. */
const RARE = { isRare: true }

/** A sub-merchant is a business and no payer: what is told of it stays when a payer is erased. */
export const PAYMENT_DATA = group(21, 'PaymentData', 'Amounts of a payment, and what was answered.', {
  ACHVerificationResult: choice(20, 'What the check of a bank account gave, as it was answered.', RARE),
  ACHVerificationResultMapped: choice(
    20,
    'What the check of a bank account gave, in one form for all processors.',
    RARE,
  ),
  AVSResult: choice(10, 'Whether the billing address fits, as the processor answered it.'),
  AVSResultMapped: code(ADDRESS_CHECKS, 'Whether the billing address fits, in one form for all processors.'),
  AcquirerMerchantID: choice(50, 'Number by which the acquiring bank knows the merchant.'),
  AuthIndicator: code(AUTHORIZATION_INDICATORS, 'Whether the authorized amount is final.'),
  AuthReversalAmount: amount('CurrencyCode', 'Amount of an authorization that was released.', RARE),
  AuthReversalResult: choice(20, 'What the processor answered to the release.', RARE),
  AuthorizationCode: identifier(50, 'Code with which the issuer authorized the payment.'),
  AuthorizationType: choice(50, 'Way in which the authorization was got, such as online or by voice.'),
  BalanceAmount: amount('BalanceCurrencyCode', 'What a prepaid card holds after the payment.', RARE),
  BalanceCurrencyCode: currency('Currency of the prepaid card.', RARE),
  BinNumber: identifier(8, 'First six or eight digits of the card number.'),
  CVResult: code(CARD_VERIFICATIONS, 'Whether the card verification number fits the card.'),
  CardCategory: choice(100, 'Product of the card as the issuer answered it, in words.'),
  CardCategoryCode: choice(10, 'Code of the card’s product as the issuer answered it.'),
  CardPresent: code(YES_OR_NO, 'Whether the card was there when it was charged.'),
  CurrencyCode: currency('Currency of the payment.'),
  DCCIndicator: code(CURRENCY_OFFERS, 'Whether the customer paid in the currency of the card.', RARE),
  EMVRequestFallBack: code(YES_OR_NO, 'Whether the stripe was read because the chip failed.', RARE),
  EVEmail: choice(20, 'Whether the email address fits, in one form for all processors.', RARE),
  EVEmailRaw: choice(20, 'Whether the email address fits, as it was answered.', RARE),
  EVName: choice(20, 'Whether the name fits, in one form for all processors.', RARE),
  EVNameRaw: choice(20, 'Whether the name fits, as it was answered.', RARE),
  EVPhoneNumber: choice(20, 'Whether the phone number fits, in one form for all processors.', RARE),
  EVPhoneNumberRaw: choice(20, 'Whether the phone number fits, as it was answered.', RARE),
  EVPostalCode: choice(20, 'Whether the postal code fits, in one form for all processors.', RARE),
  EVPostalCodeRaw: choice(20, 'Whether the postal code fits, as it was answered.', RARE),
  EVStreet: choice(20, 'Whether the street fits, in one form for all processors.', RARE),
  EVStreetRaw: choice(20, 'Whether the street fits, as it was answered.', RARE),
  ExchangeRate: decimal('Rate at which the amount was converted.', RARE),
  ExchangeRateDate: instant('When the rate of conversion was taken.', RARE),
  MandateReferenceNumber: identifier(50, 'Reference of the mandate for direct debits.', RARE),
  NetworkCode: choice(50, 'Debit network that carried the payment.'),
  NetworkTransactionID: identifier(100, 'Number that the card scheme gave the payment.'),
  NumberOfInstallments: integer('In how many installments the customer pays.', RARE),
  OriginalAmount: amount('OriginalCurrency', 'Amount before it was converted.', RARE),
  OriginalCurrency: currency('Currency before the amount was converted.', RARE),
  POSEntryMode: code(ENTRY_MODES, 'How the card was read at the point of sale.'),
  PaymentProductCode: choice(50, 'Product of the provider with which was paid.', RARE),
  ProcessorMID: choice(120, 'Number by which the processor knows the merchant.'),
  ProcessorResponseCode: choice(60, 'What the processor answered, in its own code.'),
  ProcessorResponseID: identifier(100, 'Number of the processor’s answer.'),
  ProcessorTID: choice(120, 'Number by which the processor knows the terminal.'),
  ProcessorTransactionID: identifier(100, 'Number that the processor gave the payment.'),
  RequestedAmount: amount('RequestedAmountCurrencyCode', 'Amount that was asked for.'),
  RequestedAmountCurrencyCode: currency('Currency of the amount that was asked for.'),
  SubMerchantCity: choice(100, 'City of the sub-merchant for whom the payment was taken.', RARE),
  SubMerchantCountry: country('Country of the sub-merchant, as a code of two letters.', RARE),
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
  MerchantProductSku: identifier(255, 'Number of the goods at the merchant’s.'),
  ProductCode: choice(255, 'Kind of the goods or of the charge.'),
  ProductName: text(255, 'Name of the goods.'),
  Quantity: integer('How many were sold.'),
  TaxAmount: amount('PaymentData.CurrencyCode', 'Tax on the line.'),
  // Unit prices may have six decimals, more than an amount has.
  UnitPrice: decimal('Price of one, in the currency of the payment.'),
})

export const TAX_CALCULATION = group(23, 'TaxCalculation', 'The calculation of tax.', {
  Status: choice(50, 'How far the calculation of tax has come.'),
})

/** Lengths are the specification's own. */
export const HEALTHCARE = group(24, 'Healthcare', 'The part of a payment that is for health care.', {
  Amount: amount('Currency', 'Amount that is for health care.'),
  AmountType: choice(35, 'What the amount is for, such as healthcare, dental or clinic.'),
  Currency: currency('Currency of the amount for health care.'),
  IndustryType: choice(20, 'Branch of health care.'),
})
