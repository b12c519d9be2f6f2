import { processorIdOf } from '../world/demo-merchant.ts'
import type { Verdict } from '../world/verdicts.ts'
import { count, type FieldReaders, money, recordMaker, time } from './record-maker.ts'
import type { Movement, Sale } from './sale.ts'

/** A request for a payment service: the authorization of an order, or what follows from it. */
export type PaymentRequest = {
  readonly sale: Sale
  readonly application: string
  readonly requestId: string
  readonly atMs: number
  readonly amount: number
  readonly verdict: Verdict
}

/** Fields of every record of a request. */
export const OF_A_REQUEST = {
  'Request.MerchantReferenceNumber': ({ sale }) => sale.reference,
  'Request.RequestID': ({ requestId }) => requestId,
  'Request.TransactionDate': time(({ atMs }) => atMs),
  'Request.TransactionReferenceNumber': ({ sale }) => sale.processorReference,
} satisfies FieldReaders<Pick<PaymentRequest, 'sale' | 'requestId' | 'atMs'>>

export const OF_A_CARD = {
  'PaymentMethod.AccountSuffix': ({ sale }) => sale.customer.card.suffix,
  'PaymentMethod.CardType': ({ sale }) => sale.customer.card.type,
} satisfies FieldReaders<Pick<PaymentRequest, 'sale'>>

/** Fields of every record about a capture or refund. */
export const OF_A_MOVEMENT = {
  ...OF_A_REQUEST,
  ...OF_A_CARD,
  'Application.Name': ({ application }) => application,
} satisfies FieldReaders<Movement>

const OF_A_RESULT = {
  'Request.Source': ({ sale }) => sale.source,
  'Request.SubscriptionID': ({ sale }) => sale.planId ?? sale.token,
  'Application.Name': ({ application }) => application,
  'Application.Rcode': ({ verdict }) => verdict.digit,
  'Application.ReasonCode': ({ verdict }) => verdict.reasonCode,
  'Application.Rflag': ({ verdict }) => verdict.flag,
  'Application.Rmsg': ({ verdict }) => verdict.message,
} satisfies FieldReaders<PaymentRequest>

export const OF_AN_AMOUNT = {
  'PaymentData.CurrencyCode': ({ sale }) => sale.currency.code,
  'PaymentData.RequestedAmount': money(({ amount }) => amount),
  'PaymentData.RequestedAmountCurrencyCode': ({ sale }) => sale.currency.code,
} satisfies FieldReaders<Pick<PaymentRequest, 'sale' | 'amount'>>

const OF_A_PERSON = {
  'BillTo.Country': ({ sale }) => sale.customer.country.code,
  'BillTo.CustomerID': ({ sale }) => sale.customer.customerId,
  'BillTo.Email': ({ sale }) => sale.customer.email,
  'BillTo.FirstName': ({ sale }) => sale.customer.firstName,
  'BillTo.LastName': ({ sale }) => sale.customer.lastName,
} satisfies FieldReaders<Pick<PaymentRequest, 'sale'>>

const isAtTill = ({ channel }: Sale): boolean => channel === 'shop'

/** An authorization, with all data of the order. */
export const authorizationRecord = recordMaker<PaymentRequest>('transaction', {
  ...OF_A_REQUEST,
  ...OF_A_RESULT,
  ...OF_A_PERSON,
  ...OF_A_CARD,
  ...OF_AN_AMOUNT,
  'Request.TerminalID': ({ sale }) => (isAtTill(sale) ? 'T-01' : undefined),
  'Authorization.AVSResult': ({ sale }) => sale.addressCheck,
  'Authorization.CVVResult': ({ sale }) => sale.verification,
  'BillTo.Address1': ({ sale }) => sale.customer.street,
  'BillTo.City': ({ sale }) => sale.customer.city,
  'BillTo.IPAddress': ({ sale }) => (isAtTill(sale) ? undefined : sale.customer.ipAddress),
  'BillTo.Phone': ({ sale }) => sale.customer.phone,
  'BillTo.State': ({ sale }) => sale.customer.state,
  'BillTo.Zip': ({ sale }) => sale.customer.zip,
  'PaymentMethod.CardCategory': ({ sale }) => sale.customer.card.category,
  'PaymentMethod.CardCategoryCode': ({ sale }) => sale.customer.card.categoryCode,
  'PaymentMethod.ExpirationMonth': ({ sale }) => sale.customer.expirationMonth,
  'PaymentMethod.ExpirationYear': ({ sale }) => sale.customer.expirationYear,
  'PaymentMethod.WalletType': ({ sale }) => sale.wallet,
  'TMSToken.PaymentInstrumentID': ({ sale }) => sale.token,
  'PaymentData.AVSResult': ({ sale }) => sale.addressCheck,
  'PaymentData.AVSResultMapped': ({ sale }) => sale.addressCheck,
  'PaymentData.AuthorizationCode': ({ sale }) => sale.authorizationCode,
  'PaymentData.BinNumber': ({ sale }) => sale.customer.card.bin,
  'PaymentData.CVResult': ({ sale }) => sale.verification,
  'PaymentData.CardPresent': ({ sale }) => (isAtTill(sale) ? 'Y' : 'N'),
  'PaymentData.POSEntryMode': ({ sale }) => (isAtTill(sale) ? 'contactless' : undefined),
  'PaymentData.ProcessorMID': ({ sale }) => processorIdOf(sale.merchant),
  'PaymentData.ProcessorResponseCode': ({ verdict }) => verdict.processorCode,
  'LineItems.InvoiceNumber': ({ sale }) => (sale.channel === 'invoice' ? sale.reference : undefined),
  'LineItems.MerchantProductSku': ({ sale }) => sale.product.sku,
  'LineItems.ProductName': ({ sale }) => sale.product.name,
  'LineItems.Quantity': count(({ sale }) => sale.quantity),
  'LineItems.TaxAmount': money(({ sale }) => sale.tax),
  'LineItems.UnitPrice': money(({ sale }) => sale.unitPrice),
  'Merchant-DefinedDataFields.MerchantDefinedData1': ({ sale }) => sale.campaign,
})

/** A capture, a reversal or a refund, which refers to the order by its numbers. */
export const followUpRecord = recordMaker<PaymentRequest>('transaction', {
  ...OF_A_REQUEST,
  ...OF_A_RESULT,
  ...OF_A_PERSON,
  ...OF_A_CARD,
  ...OF_AN_AMOUNT,
  'PaymentData.AuthorizationCode': ({ application, sale }) =>
    application === 'ics_credit' ? undefined : sale.authorizationCode,
  'PaymentData.ProcessorMID': ({ sale }) => processorIdOf(sale.merchant),
})
