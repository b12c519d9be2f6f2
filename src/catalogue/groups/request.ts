import { APPLICATION_NAMES } from '../codes/application-names.ts'
import { SOURCES } from '../codes/code-lists.ts'
import { ADDRESS_CHECKS, CARD_VERIFICATIONS, REASON_CODES, RESULT_DIGITS, RESULT_FLAGS } from '../codes/result-codes.ts'
import { choice, code, group, identifier, instant, integer, text } from '../make-group.ts'

export const REQUEST = group(1, 'Request', 'The request that a record belongs to.', {
  MerchantID: choice(50, 'Merchant who made the request.', { column: 'merchant_id' }),
  MerchantReferenceNumber: identifier(100, 'Merchant’s number for the order, such as an invoice number.', {
    column: 'merchant_reference_number',
  }),
  RequestID: identifier(26, 'Id that the service assigned to the request.', { column: 'request_id' }),
  TransactionDate: instant('When the request was made.', { column: 'transaction_date' }),
  PartnerOriginalTransactionID: identifier(60, 'Id of the payment in the partner’s system.', {
    isRare: true,
  }),
  Comments: text(2_000, 'Merchant’s comments on the order.', { isPersonal: true }),
  LocalizedRequestDate: text(40, 'Local date and time of the request.', {
    isRare: true,
  }),
  LocalizedTimeZone: choice(50, 'Time zone in which the request was made.', { isRare: true }),
  Source: code(SOURCES, 'Channel of the request.', { lengthMax: 100 }),
  SubscriptionID: identifier(50, 'Stored payment data or plan that the request used or created.'),
  TerminalID: choice(50, 'Terminal at the point of sale.'),
  TransactionReferenceNumber: identifier(60, 'Processor’s and bank’s number for the payment.'),
  User: choice(255, 'Merchant’s user or key that made the request.'),
})

export const APPLICATION = group(2, 'Application', 'The requested service and its result.', {
  Name: code(APPLICATION_NAMES, 'Requested service.', { lengthMax: 255 }),
  Rcode: code(RESULT_DIGITS, 'Result of the whole request as one digit.', {
    lengthMax: 12,
  }),
  ReasonCode: code(REASON_CODES, 'Result of the whole request as a number.', {
    lengthMax: 12,
  }),
  Rflag: code(RESULT_FLAGS, 'Result of the whole request as one word.', { lengthMax: 50 }),
  Rmsg: text(255, 'Message that explains the flag.', { isRepetitive: true }),
})

export const AUTHORIZATION = group(3, 'Authorization', 'What the issuer verified.', {
  AVSResult: code(ADDRESS_CHECKS, 'Whether the billing address matches the card.'),
  CVVResult: code(CARD_VERIFICATIONS, 'Whether the card verification number matches the card.'),
})

export const BATCH = group(4, 'Batch', 'The batch in which a payment was sent to the processor.', {
  BatchDate: instant('When the batch was sent.'),
  BatchID: identifier(50, 'Number of the batch.'),
  Status: choice(50, 'Status of the batch.'),
  SuccessFlag: choice(10, 'Whether the batch reached the processor.'),
})

export const AGING = group(5, 'Aging', 'Payments that have not been funded.', {
  Days: integer('Whole days, in the report’s time zone, from the sending of the batch to the end of the period.'),
})

export const ORDER_FIELDS = group(6, 'OrderFields', 'The order as the fraud check saw it.', {
  ConnectionMethod: code(SOURCES, 'Channel of the order.', { lengthMax: 100 }),
  MerchantID: choice(50, 'Merchant who took the order.'),
  MerchantReferenceNumber: identifier(100, 'Merchant’s number for the order.'),
  ReasonCode: code(REASON_CODES, 'Result of the request as a number.', { lengthMax: 12 }),
  ReplyCode: code(RESULT_DIGITS, 'Result of the request as one digit.', {
    lengthMax: 12,
  }),
  ReplyFlag: code(RESULT_FLAGS, 'Result of the request as one word.', { lengthMax: 50 }),
  ReplyMessage: text(255, 'Message that explains the reply flag.', { isRepetitive: true }),
  RequestID: identifier(26, 'Id that the service assigned to the request.'),
  ShippingMethod: choice(100, 'How the goods are delivered.'),
  TransactionDate: instant('When the order was placed.'),
})

export const TRANSACTION_DETAILS = group(7, 'TransactionDetails', 'Summary of a payment.', {
  MerchantId: choice(50, 'Merchant of the payment.'),
  PaymentMethodDesc: choice(100, 'Payment method in words.'),
  PaymentMethodType: choice(50, 'Type of the payment method.'),
  RequestId: identifier(26, 'Id that the service assigned to the payment.'),
})
