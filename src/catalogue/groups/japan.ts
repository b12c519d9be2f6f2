import { accountSuffix, amount, choice, currency, date, group, identifier, text } from '../make-group.ts'

export const JP = group(51, 'JP', 'Payments in Japan.', {
  Amount: amount('Currency', 'Amount of the payment.'),
  AuthForward: choice(50, 'Company to which the authorization was passed on.'),
  AuthorizationCode: identifier(50, 'Issuer’s authorization code.'),
  CardSuffix: accountSuffix('Last four digits of the card.'),
  Currency: currency('Currency of the payment.'),
  CustomerFirstName: identifier(100, 'First name of the customer.', { isPersonal: true }),
  CustomerLastName: identifier(100, 'Last name of the customer.', { isPersonal: true }),
  Date: date('Day of the payment in Japan.'),
  Gateway: choice(50, 'Gateway of the payment.'),
  JPOInstallmentMethod: choice(50, 'How the installments are counted.'),
  JPOPaymentMethod: choice(50, 'Whether the customer pays at once, in installments or with a bonus.'),
  MerchantID: choice(50, 'Merchant of the payment.'),
  MerchantReferenceNumber: identifier(100, 'Merchant’s number for the order.'),
  PaymentMethod: choice(50, 'Payment method of the customer.'),
  RequestID: identifier(26, 'Id that the service assigned to the payment.'),
  SubscriptionID: identifier(50, 'Stored payment data used for the payment.'),
  Time: text(20, 'Time of day of the payment in Japan.'),
  TransactionReferenceNumber: identifier(60, 'Processor’s number for the payment.'),
  TransactionType: choice(50, 'Whether it is a payment, a refund or something else.'),
})
