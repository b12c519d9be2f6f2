import { amount, currency, group, instant, text } from '../make-group.ts'

export const CHARGEBACK_AND_RETRIEVAL = group(
  31,
  'ChargebackAndRetrieval',
  'Chargeback And Retrieval.',
  {
    AdjustmentAmount: amount('AdjustmentCurrency', 'Adjustment Amount.'),
    AdjustmentCurrency: currency('Adjustment Currency.'),
    AdjustmentARN: text(255, 'Adjustment ARN.', { aliases: ['ChargebackAndRetrieval.ARN'] }),
    CaseIdentifier: text(255, 'Case Identifier.'),
    CaseNumber: text(255, 'Case Number.'),
    CaseTime: instant('Case Time.'),
    CaseType: text(50, 'Case Type.', { isRepetitive: true }),
    ChargebackAmount: amount('ChargebackCurrency', 'Chargeback Amount.'),
    ChargebackCurrency: currency('Chargeback Currency.'),
    ChargebackMessage: text(255, 'Chargeback Message.'),
    ChargebackReasonCode: text(255, 'Chargeback Reason Code.'),
    ChargebackReasonCodeDescription: text(255, 'Chargeback Reason Code Description.'),
    ChargebackTime: instant('Chargeback Time.'),
    DocumentIndicator: text(50, 'Document Indicator.', { isRepetitive: true }),
    FeeAmount: amount('FeeCurrency', 'Fee Amount.'),
    FeeCurrency: currency('Fee Currency.'),
    FinancialImpact: text(255, 'Financial Impact.'),
    FinancialImpactType: text(50, 'Financial Impact Type.', { isRepetitive: true }),
    MerchantCategoryCode: text(255, 'Merchant Category Code.'),
    PartialIndicator: text(50, 'Partial Indicator.', { isRepetitive: true }),
    ResolutionTime: instant('Resolution Time.'),
    ResolvedToIndicato: text(255, 'Resolved To Indicato.', {
      aliases: ['ChargebackAndRetrieval.ResolvedToIndicator'],
    }),
    RespondByDate: instant('Respond By Date.'),
    TransactionType: text(50, 'Transaction Type.', { isRepetitive: true }),
  },
)

export const CONVERSION = group(32, 'Conversion', 'Conversion.', {
  ConversionDate: instant('Conversion Date.'),
  NewDecision: text(50, 'New Decision.', { isRepetitive: true }),
  OriginalDecision: text(50, 'Original Decision.', { isRepetitive: true }),
  Profile: text(255, 'Profile.'),
  Queue: text(255, 'Queue.'),
  Reviewer: text(255, 'Reviewer.'),
  ReviewerComments: text(255, 'Reviewer Comments.'),
})

export const EVENT = group(33, 'Event', 'Event.', {
  Amount: amount('CurrencyCode', 'Amount.'),
  CurrencyCode: currency('Currency Code.'),
  Event: text(255, 'Event.'),
  EventDate: instant('Event Date.'),
  ProcessorMessage: text(255, 'Processor Message.'),
})
