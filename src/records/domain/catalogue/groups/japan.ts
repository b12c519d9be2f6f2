import { amount, currency, group, instant, text } from '../make-group.ts'

export const JP = group(51, 'JP', 'JP.', {
  Amount: amount('Currency', 'Amount.'),
  AuthForward: text(255, 'Auth Forward.'),
  AuthorizationCode: text(255, 'Authorization Code.'),
  CardSuffix: text(255, 'Card Suffix.'),
  Currency: currency('Currency.'),
  CustomerFirstName: text(255, 'Customer First Name.'),
  CustomerLastName: text(255, 'Customer Last Name.'),
  Date: instant('Date.'),
  Gateway: text(255, 'Gateway.'),
  JPOInstallmentMethod: text(255, 'JPOInstallment Method.'),
  JPOPaymentMethod: text(255, 'JPOPayment Method.'),
  MerchantID: text(255, 'Merchant ID.'),
  MerchantReferenceNumber: text(255, 'Merchant Reference Number.'),
  PaymentMethod: text(255, 'Payment Method.'),
  RequestID: text(255, 'Request ID.'),
  SubscriptionID: text(255, 'Subscription ID.'),
  Time: instant('Time.'),
  TransactionReferenceNumber: text(255, 'Transaction Reference Number.'),
  TransactionType: text(50, 'Transaction Type.', { isRepetitive: true }),
})
