import { type FieldReaders, money, recordMaker, time } from './record-maker.ts'
import type { Sale } from './sale.ts'
import type { Shop } from './shop.ts'

const OF_A_STORED_CARD = {
  'Request.MerchantReferenceNumber': ({ reference }) => reference,
  'Request.RequestID': ({ requestId }) => requestId,
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'Request.SubscriptionID': ({ planId, token }) => planId ?? token,
  'Request.TransactionReferenceNumber': ({ processorReference }) => processorReference,
  'Subscriptions.Applications': () => 'ics_auth',
  'Subscriptions.AuthAVSResults': ({ addressCheck }) => addressCheck,
  'Subscriptions.AuthCode': ({ authorizationCode }) => authorizationCode,
  'Subscriptions.AuthRCode': ({ verdict }) => verdict.digit,
  'Subscriptions.AuthResponseCode': ({ verdict }) => verdict.processorCode,
  'Subscriptions.BillToCountry': ({ customer }) => customer.country.code,
  'Subscriptions.BillToEmail': ({ customer }) => customer.email,
  'Subscriptions.BillToFirstName': ({ customer }) => customer.firstName,
  'Subscriptions.BillToLastName': ({ customer }) => customer.lastName,
  'Subscriptions.CardType': ({ customer }) => customer.card.type,
  'Subscriptions.CurrencyCode': ({ currency }) => currency.code,
  'Subscriptions.CustomerCCAccountSuffix': ({ customer }) => customer.card.suffix,
  'Subscriptions.CustomerCCExpiryMonth': ({ customer }) => customer.expirationMonth,
  'Subscriptions.CustomerCCExpiryYear': ({ customer }) => customer.expirationYear,
  'Subscriptions.EcommerceIndicator': ({ planId }) => (planId === undefined ? 'internet' : 'recurring'),
  'Subscriptions.MerchantRefNo': ({ reference }) => reference,
  'Subscriptions.PaymentProcessor': ({ merchant }) => merchant.profile.processor,
  'Subscriptions.PaymentsSuccess': ({ verdict }) => (verdict.outcome === 'declined' ? 'N' : 'Y'),
  'Subscriptions.RCode': ({ verdict }) => verdict.digit,
  'Subscriptions.RFlag': ({ verdict }) => verdict.flag,
  'Subscriptions.RMsg': ({ verdict }) => verdict.message,
  'Subscriptions.ReasonCode': ({ verdict }) => verdict.reasonCode,
  'Subscriptions.RequestID': ({ requestId }) => requestId,
  'Subscriptions.SubscriptionID': ({ planId, token }) => planId ?? token,
  'Subscriptions.TransactionDate': time(({ atMs }) => atMs),
  'PaymentData.RequestedAmount': money(({ amount }) => amount),
  'PaymentData.RequestedAmountCurrencyCode': ({ currency }) => currency.code,
} satisfies FieldReaders<Sale>

const tokenPaymentRecord = recordMaker<Sale>('token-subscription-payment', {
  ...OF_A_STORED_CARD,
  'TMSToken.PaymentInstrumentID': ({ token }) => token,
})

const planPaymentRecord = recordMaker<Sale>('recurring-billing-payment', {
  ...OF_A_STORED_CARD,
  'Application.Name': () => 'ics_auth',
  'Application.Rcode': ({ verdict }) => verdict.digit,
  'Application.ReasonCode': ({ verdict }) => verdict.reasonCode,
  'Application.Rflag': ({ verdict }) => verdict.flag,
  'PaymentMethod.AccountSuffix': ({ customer }) => customer.card.suffix,
  'PaymentMethod.CardType': ({ customer }) => customer.card.type,
  'PaymentData.CurrencyCode': ({ currency }) => currency.code,
  'BillTo.CustomerID': ({ customer }) => customer.customerId,
  'BillTo.Email': ({ customer }) => customer.email,
})

/** Adds the record of a charged stored card, on the customer's request or by a plan. */
export function recordStoredPayment(shop: Shop, sale: Sale): void {
  const { requestId, atMs, planId, token } = sale
  if (planId !== undefined) shop.record(planPaymentRecord, { atMs, key: requestId }, sale)
  else if (token !== undefined) shop.record(tokenPaymentRecord, { atMs, key: requestId }, sale)
}
