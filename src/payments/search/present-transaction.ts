import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { formatDecimal, parseDecimal } from '../../kernel/decimal.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import { MERCHANT_DATA_FIELDS, type TransactionKey, type TransactionRow } from './transaction-store.ts'

type JsonObject = Readonly<Record<string, unknown>>

const PATH = '/tss/v2/transactions/'

/** The records of each transaction, in the order of the keys. */
export function byTransaction(rows: readonly TransactionRow[], keys: readonly TransactionKey[]) {
  const textOf = ({ merchantId, id }: TransactionKey) => JSON.stringify([merchantId, id])
  const groups = Map.groupBy(rows, textOf)
  return keys.flatMap((key) => {
    const [main, ...others] = groups.get(textOf(key)) ?? []
    return main === undefined ? [] : [{ id: key.id, records: [main, ...others] as const }]
  })
}

type Transaction = ReturnType<typeof byTransaction>[number]

/** A transaction as search lists it. */
export function presentSummary(transaction: Transaction): JsonObject {
  const { records } = transaction
  const error = errorOf(records)
  return {
    ...presentFacts(transaction),
    submitTimeUtc: submitTimeOf(transaction),
    errorInformation: error && { reason: error['reason'] },
    processorInformation: { approvalCode: records[0]['PaymentData.AuthorizationCode'] },
    _links: { transactionDetail: { href: `${PATH}${transaction.id}`, method: 'GET' } },
  }
}

/** A transaction with all its details. Existing clients read the time as `submitTimeUTC` here. */
export function presentDetails(transaction: Transaction): JsonObject {
  const { records } = transaction
  const [main] = records
  const facts = presentFacts(transaction)
  return {
    ...facts,
    clientReferenceInformation: { ...facts.clientReferenceInformation, comments: main['Request.Comments'] },
    orderInformation: { ...facts.orderInformation, shipTo: presentRecipient(main) },
    merchantDefinedInformation: presentMerchantData(main),
    rootId: transaction.id,
    reconciliationId: main['Request.TransactionReferenceNumber'],
    submitTimeUTC: submitTimeOf(transaction),
    submitTimeUtc: submitTimeOf(transaction),
    errorInformation: errorOf(records),
    processorInformation: {
      transactionId: main['PaymentData.ProcessorTransactionID'],
      approvalCode: main['PaymentData.AuthorizationCode'],
      responseCode: main['PaymentData.ProcessorResponseCode'],
      avs: { code: main['PaymentData.AVSResult'] },
      cardVerification: { resultCode: main['PaymentData.CVResult'] },
    },
    _links: { self: { href: `${PATH}${transaction.id}`, method: 'GET' } },
  }
}

function presentFacts({ id, records }: Transaction) {
  const [main] = records
  const last = records.at(-1) ?? main
  return {
    id,
    merchantId: main.merchantId,
    status: statusOf(records),
    applicationInformation: {
      reasonCode: last['Application.ReasonCode'],
      rCode: last['Application.Rcode'],
      rFlag: last['Application.Rflag'],
      applications: records.map(presentApplication),
    },
    buyerInformation: { merchantCustomerId: main['BillTo.CustomerID'] },
    clientReferenceInformation: {
      code: main['Request.MerchantReferenceNumber'],
      applicationName: main['Request.Source'],
    },
    orderInformation: {
      billTo: presentPayer(main),
      amountDetails: {
        totalAmount: amountOf(main),
        currency: main['PaymentData.RequestedAmountCurrencyCode'],
      },
    },
    paymentInformation: presentMethod(main),
  }
}

/** With all the decimals of its currency. */
function amountOf(record: TransactionRow): string | undefined {
  const amount = parseDecimal(String(record['PaymentData.RequestedAmount'] ?? ''))
  const currency = String(record['PaymentData.RequestedAmountCurrencyCode'] ?? '')
  return amount && formatDecimal(amount, decimalsOfCurrency(currency) ?? 0)
}

function presentApplication(record: TransactionRow): JsonObject {
  return {
    name: record['Application.Name'],
    reasonCode: record['Application.ReasonCode'],
    rCode: record['Application.Rcode'],
    rFlag: record['Application.Rflag'],
    rMessage: record['Application.Rmsg'],
    reconciliationId: record['Request.TransactionReferenceNumber'],
  }
}

function presentPayer(record: TransactionRow): JsonObject {
  return {
    firstName: record['BillTo.FirstName'],
    lastName: record['BillTo.LastName'],
    company: record['BillTo.CompanyName'],
    email: record['BillTo.Email'],
    phoneNumber: record['BillTo.Phone'],
    address1: record['BillTo.Address1'],
    locality: record['BillTo.City'],
    administrativeArea: record['BillTo.State'],
    postalCode: record['BillTo.Zip'],
    country: record['BillTo.Country'],
  }
}

/** The shipping address; undefined if it is not known. */
function presentRecipient(record: TransactionRow): JsonObject | undefined {
  const country = record['CustomerFields.ShippingCountry']
  if (hasNoValue(country)) return undefined
  return {
    firstName: record['CustomerFields.ShippingFirstName'],
    lastName: record['CustomerFields.ShippingLastName'],
    company: record['CustomerFields.ShippingCompanyName'],
    address1: record['CustomerFields.ShippingAddress1'],
    address2: record['CustomerFields.ShippingAddress2'],
    locality: record['CustomerFields.ShippingCity'],
    administrativeArea: record['CustomerFields.ShippingState'],
    postalCode: record['CustomerFields.ShippingPostalCode'],
    country,
    phoneNumber: record['CustomerFields.ShippingPhone'],
  }
}

function presentMerchantData(record: TransactionRow): readonly JsonObject[] {
  return MERCHANT_DATA_FIELDS.flatMap((name, index) => {
    const value = record[name]
    return hasNoValue(value) ? [] : [{ key: String(index + 1), value }]
  })
}

function presentMethod(record: TransactionRow): JsonObject {
  if (isExternal(record)) {
    const method = record['TransactionDetails.PaymentMethodDesc']
    return { paymentType: { name: method, type: 'external', method } }
  }
  const suffix = record['PaymentMethod.AccountSuffix']
  if (isOf(record, 'ics_ecp'))
    return { paymentType: { name: 'bankDebit', type: 'bankDebit' }, bank: { account: { suffix } } }
  const wallet = record['PaymentMethod.WalletType']
  // A method that only its processor knows has nothing of a card.
  if (isOf(record, 'ics_ap_') && !hasNoValue(wallet)) return { paymentType: { name: wallet, type: wallet } }
  const type = wallet ?? 'card'
  return {
    paymentType: { name: type, type, method: record['PaymentMethod.CardType'] },
    card: {
      suffix,
      type: record['PaymentMethod.CardType'],
      prefix: record['PaymentData.BinNumber'],
      brandName: record['PaymentMethod.CardType'],
      expirationMonth: record['PaymentMethod.ExpirationMonth'],
      expirationYear: record['PaymentMethod.ExpirationYear'],
    },
  }
}

function isOf({ 'Application.Name': name }: TransactionRow, beginning: string): boolean {
  return typeof name === 'string' && name.startsWith(beginning)
}

function isExternal(record: TransactionRow): boolean {
  return record['TransactionDetails.PaymentMethodType'] === 'external'
}

/** By what the last service did; a decline of the first one decides. */
function statusOf(records: readonly TransactionRow[]): string {
  const last = records.at(-1)
  const flag = String(last?.['Application.Rflag'] ?? '')
  const name = String(last?.['Application.Name'] ?? '')
  if (flag.startsWith('D') || flag.startsWith('E')) return 'DECLINED'
  if (flag === 'SREVIEW') return 'AUTHORIZED_PENDING_REVIEW'
  if (name.endsWith('_reversal')) return 'REVERSED'
  if (name === 'external_payment') return 'COMPLETED'
  return name === 'ics_auth' || name === 'ics_ap_auth' ? 'AUTHORIZED' : 'TRANSMITTED'
}

function errorOf(records: readonly TransactionRow[]): JsonObject | undefined {
  const failed = records.find((record) => /^[DE]/.test(String(record['Application.Rflag'] ?? '')))
  return failed && { reason: failed['Application.Rflag'], message: failed['Application.Rmsg'] }
}

function submitTimeOf({ records: [main] }: Transaction): string {
  const ms = main['Request.TransactionDate'] ?? main.occurredAtMs
  return Temporal.Instant.fromEpochMilliseconds(Number(ms)).toString()
}
