import { BILLING_CYCLES, BILLING_TYPES, CARD_TYPES, DOWNGRADE_REASONS, TRANSFER_STATUSES } from '../codes/code-lists.ts'
import {
  accountSuffix,
  amount,
  choice,
  code,
  country,
  currency,
  date,
  decimal,
  group,
  identifier,
  instant,
  integer,
  text,
} from '../make-group.ts'

export const DEPOSIT = group(25, 'Deposit', 'A transfer to or from the merchant’s bank account.', {
  Amount: amount('Currency', 'Amount of the transfer.'),
  Category: choice(50, 'What was transferred, such as payments or fees.'),
  Currency: currency('Currency of the transfer.'),
  ExchangeRate: decimal('Rate at which the amount was converted, with up to four decimals.', {
    decimals: { decimalsMax: 4 },
  }),
  ExchangeRateDescription: text(255, 'Currencies between which the amount was converted.'),
  Identifier: identifier(100, 'Number of the transfer.'),
  MerchantBankAcctLast4: accountSuffix('Last four digits of the merchant’s bank account.'),
  MerchantBankAcctName: choice(255, 'Holder of the merchant’s bank account.', { isPersonal: true }),
  MerchantBankCode: choice(50, 'Routing number of the merchant’s bank.'),
  MerchantBankCountry: country('Country of the merchant’s bank, as a two-letter code.'),
  MerchantBankName: choice(255, 'Name of the merchant’s bank.'),
  MerchantID: choice(50, 'Merchant whose money was transferred.'),
  Method: choice(50, 'How the money was transferred.'),
  Status: code(TRANSFER_STATUSES, 'Status of the transfer.'),
  Time: instant('When the transfer was made, in UTC.', { isAlwaysUtc: true }),
  TransferMessage: text(1_024, 'Text that went with the transfer.'),
  Type: choice(50, 'Whether money was received or paid.'),
})

export const FUNDING = group(26, 'Funding', 'Money of a payment that reached or left the merchant.', {
  CurrencyExchangeDescription: text(255, 'Currencies between which the funding was converted.'),
  CurrencyExchangeRate: decimal('Rate at which the funding was converted.'),
  FeeAmount: amount('FeeCurrency', 'Fee deducted from the funding.'),
  FeeCurrency: currency('Currency of the fee.'),
  FeeDescription: choice(255, 'What the fee is for.'),
  FundingAccountSuffix: accountSuffix('Last four digits of the receiving account.'),
  FundingAmount: amount('FundingCurrency', 'Funded amount.'),
  FundingBankCode: choice(50, 'Routing number of the receiving bank.'),
  FundingBankCountry: choice(3, 'Country of the bank, as a three-letter code.'),
  FundingBankName: choice(255, 'Name of the receiving bank.'),
  FundingCurrency: currency('Currency of the funding.'),
  FundingDate: date('Day of the funding.'),
  FundingIdentificationNumber: identifier(100, 'Number of the funding.'),
  FundingProcessorMessage: text(1_024, 'Processor’s message about the funding.'),
  FundingTransferMessage: text(1_024, 'Text that went with the transfer of the money.'),
  ProcessorResponseCode: choice(60, 'Processor’s own response code.'),
  Status: code(TRANSFER_STATUSES, 'Status of the funding.'),
  AdjustmentAmount: amount('AdjustmentCurrency', 'Amount by which the funding was corrected.'),
  AdjustmentCurrency: currency('Currency of the correction.'),
  AdjustmentDescription: text(255, 'Why the funding was corrected.'),
  AdjustmentType: choice(50, 'Kind of the correction.'),
})

/** Fees are printed in hundredths of a cent. */
const FOUR_DECIMALS = { decimalsMin: 4 }

export const FEE = group(27, 'Fee', 'What a payment cost.', {
  AssessmentAmount: amount('AssessmentCurrency', 'Card scheme’s fee.', FOUR_DECIMALS),
  AssessmentCurrency: currency('Currency of the card scheme’s fee.'),
  BillingCycle: code(BILLING_CYCLES, 'How often the merchant is billed.', { lengthMax: 25 }),
  BillingType: code(BILLING_TYPES, 'Agreement by which the merchant is billed.', { lengthMax: 25 }),
  ClearedInterchangeLevel: choice(50, 'Level at which the payment was cleared.'),
  DiscountAmount: amount(
    'DiscountCurrency',
    'Discount rate times the amount of the payment, with four decimals.',
    FOUR_DECIMALS,
  ),
  DiscountCurrency: currency('Currency of the discount.'),
  DiscountRate: decimal('Part of the amount that is taken as discount.'),
  DowngradeReasonCode: code(DOWNGRADE_REASONS, 'Why the payment was cleared at a worse level than priced.'),
  InterchangeAmount: amount('InterchangeCurrency', 'Issuer’s fee.', FOUR_DECIMALS),
  InterchangeCurrency: currency('Currency of the issuer’s fee.'),
  InterchangeRate: decimal('Issuer’s fee as a part of the amount.'),
  PerItemFeeAmount: amount('PerItemFeeCurrency', 'Fixed fee for a single payment.', FOUR_DECIMALS),
  PerItemFeeCurrency: currency('Currency of the fixed fee for a single payment.'),
  PricedInterchangeLevel: decimal('Flat rate that was agreed for the merchant’s account, with four decimals.', {
    decimals: FOUR_DECIMALS,
  }),
  ServiceFeeAmount: amount('ServiceFeeAmountCcy', 'Service fee that the customer paid on top.', FOUR_DECIMALS),
  ServiceFeeAmountCcy: currency('Currency of the service fee.'),
  ServiceFeeFixedAmount: amount('ServiceFeeFixedAmountCcy', 'Fixed part of the service fee.', FOUR_DECIMALS),
  ServiceFeeFixedAmountCcy: currency('Currency of the fixed part of the service fee.'),
  ServiceFeeRate: decimal('Percentage of the amount that makes the rest of the service fee.'),
  SettlementAmount: amount('SettlementCurrency', 'Amount that was settled.', FOUR_DECIMALS),
  SettlementCurrency: currency('Currency of the settlement.'),
  SettlementTime: instant('When the payment was settled.'),
  SettlementTimeZone: choice(50, 'Time zone in which the settlement is dated.'),
  SourceDescriptor: choice(255, 'From where the fee comes.'),
  TotalFeeAmount: amount('TotalFeeCurrency', 'All fees together.', FOUR_DECIMALS),
  TotalFeeCurrency: currency('Currency of all fees together.'),
})

export const FEE_SUMMARY = group(28, 'FeeSummary', 'Fees added up by kind.', {
  CardType: code(CARD_TYPES, 'Scheme of the cards.', { lengthMax: 50 }),
  Count: integer('How many payments the fees are for.'),
  FeeDescription: choice(255, 'What the fees are for.'),
  FeeType: choice(50, 'Kind of the fees.'),
  FundingCurrency: currency('Currency in which the merchant is funded.'),
  PaymentMethod: choice(50, 'Method of the payments.'),
  PercentageFee: amount('FundingCurrency', 'Sum of the fees that are a percentage of the amount.', FOUR_DECIMALS),
  PerItemFee: amount('FundingCurrency', 'Sum of the fixed fees for single payments.', FOUR_DECIMALS),
  TotalFeeAmount: amount('FundingCurrency', 'Sum of all fees.', FOUR_DECIMALS),
  TransactionAmount: amount('FundingCurrency', 'Sum of the payments.', FOUR_DECIMALS),
  TransactionType: choice(50, 'Whether the fees are for payments or for refunds.'),
})

export const INVOICE = group(29, 'Invoice', 'What the service billed for its own use.', {
  BillingGroupDescription: choice(255, 'Group of services, in words.'),
  NotProcessed: integer('Number of transactions that were not processed.'),
  OrganizationID: choice(50, 'Organization that is billed.'),
  PerformedServices: text(1_024, 'Services of the group that were performed.'),
  Processed: integer('Number of transactions that were processed.'),
  Total: integer('Number of all transactions of the group.'),
})

export const OCT_SUMMARY = group(30, 'OctSummary', 'Payouts to cards, added up.', {
  AccountId: choice(50, 'Account that the merchant belongs to.'),
  ResellerId: choice(50, 'Partner that the account belongs to.'),
  SettlementAmountCurrency: currency('Currency in which the payouts were settled.'),
  SettlementDate: date('Day on which the payouts were settled.'),
  TransactionAmountCurrency: currency('Currency in which the payouts were made.'),
})
