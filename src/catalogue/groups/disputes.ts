import { CASE_TYPES, DECISIONS, EVENTS, FINANCIAL_IMPACTS, YES_OR_NO } from '../codes/code-lists.ts'
import { amount, choice, code, currency, date, group, identifier, instant, text } from '../make-group.ts'

export const CHARGEBACK_AND_RETRIEVAL = group(
  31,
  'ChargebackAndRetrieval',
  'A dispute of a payment, or a request for its documents.',
  {
    AdjustmentAmount: amount('AdjustmentCurrency', 'Amount by which the dispute was corrected.'),
    AdjustmentCurrency: currency('Currency of the correction.'),
    AdjustmentARN: identifier(64, 'Reference that the card scheme gave the payment.', {
      aliases: ['ChargebackAndRetrieval.ARN'],
    }),
    CaseIdentifier: identifier(64, 'Id that the service assigned to the case.'),
    CaseNumber: identifier(64, 'Id that the processor assigned to the case.'),
    CaseTime: instant('When the case was opened.'),
    CaseType: code(CASE_TYPES, 'Stage of the dispute.', { lengthMax: 100 }),
    ChargebackAmount: amount('ChargebackCurrency', 'Disputed amount.'),
    ChargebackCurrency: currency('Currency of the disputed amount.'),
    ChargebackMessage: text(1_024, 'Issuer’s comments on the dispute.'),
    ChargebackReasonCode: choice(10, 'Card scheme’s code for the reason of the dispute.'),
    ChargebackReasonCodeDescription: text(255, 'Reason of the dispute, in words.', {
      isRepetitive: true,
    }),
    ChargebackTime: instant('When the issuer began the dispute.'),
    DocumentIndicator: choice(10, 'Whether the case has documents.'),
    FeeAmount: amount('FeeCurrency', 'Fee for the dispute.'),
    FeeCurrency: currency('Currency of the fee for the dispute.'),
    FinancialImpact: choice(10, 'Whether the case moved money.'),
    FinancialImpactType: code(FINANCIAL_IMPACTS, 'In which direction the case moved money.'),
    MerchantCategoryCode: choice(4, 'Branch of the merchant, in four digits.'),
    PartialIndicator: code(YES_OR_NO, 'Whether the payment may be disputed in part.'),
    ResolutionTime: instant('When the case was resolved, in UTC.', { isAlwaysUtc: true }),
    ResolvedToIndicato: choice(20, 'To whose account the case was resolved.', {
      aliases: ['ChargebackAndRetrieval.ResolvedToIndicator'],
    }),
    RespondByDate: date('Last day on which the merchant may respond.'),
    TransactionType: choice(50, 'Type of the disputed payment.'),
  },
)

export const CONVERSION = group(32, 'Conversion', 'A review that changed the decision on an order.', {
  ConversionDate: instant('When the decision was changed.'),
  NewDecision: code(DECISIONS, 'Decision after the review.'),
  OriginalDecision: code(DECISIONS, 'Decision before the review.'),
  Profile: choice(255, 'Rule set that made the first decision.'),
  Queue: choice(255, 'Queue in which the order waited for its review.'),
  Reviewer: choice(255, 'Person who reviewed the order.'),
  ReviewerComments: text(4_000, 'Reviewer’s comments on the order.', { isPersonal: true }),
})

export const EVENT = group(33, 'Event', 'What the processor reported about a payment.', {
  Amount: amount('CurrencyCode', 'Amount of the event.'),
  CurrencyCode: currency('Currency of the event’s amount.'),
  Event: code(EVENTS, 'What happened to the payment.', { lengthMax: 50 }),
  EventDate: instant('When it happened, in UTC; empty for some events, such as declines.', {
    isAlwaysUtc: true,
  }),
  ProcessorMessage: text(1_024, 'What the processor added, such as an error message.'),
})
