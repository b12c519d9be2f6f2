// pure

export { dueDatesOf, OWED_AGES } from './care/owed-ages.ts'
export { type CustomFieldDefinition, choicesOf, isAnswerRequired, valueFault } from './custom-fields/custom-field.ts'
export { FAILED_MAILS_MAX } from './lists/invoice-list.ts'
export {
  aboutOf,
  composedMail,
  descriptionRows,
  factsSection,
  frameOf,
  itemSections,
  withInvoiceNumber,
} from './mails/mail-parts.ts'
export { type ReceiptView, type ReceivedPayment, receiptView } from './pdf/receipt-view.ts'
export { personalDataIn } from './personal-data/personal-data.ts'
export {
  type DocumentFacts,
  type InvoiceView,
  invoiceView,
  type LineView,
  type Row,
} from './presentation/invoice-view.ts'
export { merchantLanguage, payerLanguage } from './presentation/payer-language.ts'
export { type AskedField, type PayerQuestions, payerQuestions } from './presentation/payer-questions.ts'
export { INVOICE_WORDS } from './presentation/words/all-words.ts'
export type { InvoiceWords } from './presentation/words/invoice-words.ts'
export { defaultMinimumOf } from './rules/default-minimum.ts'
export type { Invoice } from './rules/invoice.ts'
export { checkPayerAmount, type Owed, owedOn, type Payable, payableOf } from './rules/payable.ts'
export { hasLinkEnded, linkEndsAt, paymentLinkOf } from './rules/payment-link.ts'
export { dataUriOf } from './settings/logo.ts'
export type { ShownSettings } from './settings/settings.ts'
