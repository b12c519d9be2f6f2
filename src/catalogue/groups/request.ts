import { APPLICATION_NAMES } from '../application-names.ts'
import { SOURCES } from '../code-lists.ts'
import { choice, code, group, identifier, instant, integer, text } from '../make-group.ts'
import { ADDRESS_CHECKS, CARD_VERIFICATIONS, REASON_CODES, RESULT_DIGITS, RESULT_FLAGS } from '../result-codes.ts'

export const REQUEST = group(1, 'Request', 'The request that a record tells of.', {
  MerchantID: choice(50, 'Merchant who made the request.', { column: 'merchant_id' }),
  MerchantReferenceNumber: identifier(100, 'Number by which the merchant knows the order, such as an invoice number.', {
    column: 'merchant_reference_number',
  }),
  RequestID: identifier(26, 'Number that the service gave the request.', { column: 'request_id' }),
  TransactionDate: instant('When the request was made.', { column: 'transaction_date' }),
  PartnerOriginalTransactionID: identifier(60, 'Number that the partner’s own system gave the payment.', {
    isRare: true,
  }),
  Comments: text(2_000, 'What the merchant noted about the order.', { isPersonal: true }),
  LocalizedRequestDate: text(40, 'Date and time of the request as the clock stood where it was made.', {
    isRare: true,
  }),
  LocalizedTimeZone: choice(50, 'Time zone in which the request was made.', { isRare: true }),
  Source: code(SOURCES, 'By which way the request came in.', { lengthMax: 100 }),
  SubscriptionID: identifier(50, 'Stored payment data or plan that the request used or made.'),
  TerminalID: choice(50, 'Terminal at the point of sale.'),
  TransactionReferenceNumber: identifier(60, 'Number by which the processor and the bank know the payment.'),
  User: choice(255, 'Person or key at the merchant’s that made the request.'),
})

export const APPLICATION = group(2, 'Application', 'The service that was asked for, and its result.', {
  Name: code(APPLICATION_NAMES, 'Service that was asked for.', { lengthMax: 255 }),
  Rcode: code(RESULT_DIGITS, 'One digit that says whether the whole request succeeded.', {
    lengthMax: 12,
  }),
  ReasonCode: code(REASON_CODES, 'Number that says how the whole request ended.', {
    lengthMax: 12,
  }),
  Rflag: code(RESULT_FLAGS, 'One word that says how the whole request ended.', { lengthMax: 50 }),
  Rmsg: text(255, 'Message that explains the flag.', { isRepetitive: true }),
})

export const AUTHORIZATION = group(3, 'Authorization', 'What the issuer verified.', {
  AVSResult: code(ADDRESS_CHECKS, 'Whether the billing address fits the card.'),
  CVVResult: code(CARD_VERIFICATIONS, 'Whether the card verification number fits the card.'),
})

export const BATCH = group(4, 'Batch', 'The batch in which a payment was sent to the processor.', {
  BatchDate: instant('When the batch was sent.'),
  BatchID: identifier(50, 'Number of the batch.'),
  Status: choice(50, 'How far the batch has come.'),
  SuccessFlag: choice(10, 'Whether the batch reached the processor.'),
})

export const AGING = group(5, 'Aging', 'Payments that have not been funded.', {
  Days: integer('Whole days, in the report’s time zone, from the sending of the batch to the end of the period.'),
})

export const ORDER_FIELDS = group(6, 'OrderFields', 'The order as the fraud check saw it.', {
  ConnectionMethod: code(SOURCES, 'By which way the order came in.', { lengthMax: 100 }),
  MerchantID: choice(50, 'Merchant who took the order.'),
  MerchantReferenceNumber: identifier(100, 'Number by which the merchant knows the order.'),
  ReasonCode: code(REASON_CODES, 'Number that says how the request ended.', { lengthMax: 12 }),
  ReplyCode: code(RESULT_DIGITS, 'One digit that says whether the request succeeded.', {
    lengthMax: 12,
  }),
  ReplyFlag: code(RESULT_FLAGS, 'One word that says how the request ended.', { lengthMax: 50 }),
  ReplyMessage: text(255, 'Message that explains the reply flag.', { isRepetitive: true }),
  RequestID: identifier(26, 'Number that the service gave the request.'),
  ShippingMethod: choice(100, 'How the goods are delivered.'),
  TransactionDate: instant('When the order was placed.'),
})

export const TRANSACTION_DETAILS = group(7, 'TransactionDetails', 'A payment in short.', {
  MerchantId: choice(50, 'Merchant of the payment.'),
  PaymentMethodDesc: choice(100, 'Payment method in words.'),
  PaymentMethodType: choice(50, 'Type of the payment method.'),
  RequestId: identifier(26, 'Number that the service gave the payment.'),
})
