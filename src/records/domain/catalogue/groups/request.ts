import { group, instant, integer, text } from '../make-group.ts'

export const REQUEST = group(1, 'Request', 'Request.', {
  MerchantID: text(255, 'Merchant ID.', { column: 'merchant_id' }),
  MerchantReferenceNumber: text(255, 'Merchant Reference Number.', {
    column: 'merchant_reference_number',
  }),
  RequestID: text(255, 'Request ID.', { column: 'request_id' }),
  TransactionDate: instant('Transaction Date.', { column: 'transaction_date' }),
  PartnerOriginalTransactionID: text(255, 'Partner Original Transaction ID.'),
  Comments: text(255, 'Comments.'),
  LocalizedRequestDate: instant('Localized Request Date.'),
  LocalizedTimeZone: text(255, 'Localized Time Zone.'),
  Source: text(255, 'Source.'),
  SubscriptionID: text(255, 'Subscription ID.'),
  TerminalID: text(255, 'Terminal ID.'),
  TransactionReferenceNumber: text(255, 'Transaction Reference Number.'),
  User: text(255, 'User.'),
})

export const APPLICATION = group(2, 'Application', 'Application.', {
  Name: text(255, 'Name.'),
  Rcode: text(255, 'Rcode.'),
  ReasonCode: text(255, 'Reason Code.'),
  Rflag: text(255, 'Rflag.'),
  Rmsg: text(255, 'Rmsg.'),
})

export const AUTHORIZATION = group(3, 'Authorization', 'Authorization.', {
  AVSResult: text(255, 'AVSResult.'),
  CVVResult: text(255, 'CVVResult.'),
})

export const BATCH = group(4, 'Batch', 'Batch.', {
  BatchDate: instant('Batch Date.'),
  BatchID: text(255, 'Batch ID.'),
  Status: text(50, 'Status.', { isRepetitive: true }),
  SuccessFlag: text(255, 'Success Flag.'),
})

export const AGING = group(5, 'Aging', 'Aging.', {
  Days: integer('Days.'),
})

export const ORDER_FIELDS = group(6, 'OrderFields', 'Order Fields.', {
  ConnectionMethod: text(255, 'Connection Method.'),
  MerchantID: text(255, 'Merchant ID.'),
  MerchantReferenceNumber: text(255, 'Merchant Reference Number.'),
  ReasonCode: text(255, 'Reason Code.'),
  ReplyCode: text(255, 'Reply Code.'),
  ReplyFlag: text(255, 'Reply Flag.'),
  ReplyMessage: text(255, 'Reply Message.'),
  RequestID: text(255, 'Request ID.'),
  ShippingMethod: text(255, 'Shipping Method.'),
  TransactionDate: instant('Transaction Date.'),
})

export const TRANSACTION_DETAILS = group(7, 'TransactionDetails', 'Transaction Details.', {
  MerchantId: text(255, 'Merchant Id.'),
  PaymentMethodDesc: text(255, 'Payment Method Desc.'),
  PaymentMethodType: text(50, 'Payment Method Type.', { isRepetitive: true }),
  RequestId: text(255, 'Request Id.'),
})
