import { describe, expect, test } from 'vitest'
import { KINDS } from './kinds.ts'
import { fieldsOfDefinition } from './report-definition.ts'
import { findReportDefinition, REPORT_DEFINITIONS } from './report-definitions.ts'
import { filtersOf } from './report-filters.ts'

/** As the service specification and existing clients have them. */
const KNOWN = [
  [210, 'TransactionRequestClass', 'Transaction Request Report'],
  [211, 'PaymentBatchDetailClass', 'Payment Batch Detail Report'],
  [212, 'ExceptionDetailClass', 'Transaction Exception Detail Report'],
  [213, 'ProcessorSettlementDetailClass', 'Processor Settlement Detail Report'],
  [214, 'ProcessorEventsDetailClass', 'Processor Events Detail Report'],
  [215, 'FundingDetailClass', 'Funding Detail Report'],
  [216, 'AgingDetailClass', 'Aging Detail Report'],
  [217, 'ChargebackAndRetrievalDetailClass', 'Chargeback And Retrieval Detail Report'],
  [218, 'DepositDetailClass', 'Deposit Detail Report'],
  [219, 'FeeDetailClass', 'Fee Detail Report'],
  [220, 'InvoiceSummaryClass', 'Invoice Summary Report'],
  [221, 'PayerAuthDetailClass', 'Payer Authentication Detail Report'],
  [222, 'ConversionDetailClass', 'Conversion Detail Report'],
  [620, 'SubscriptionDetailClass', 'Subscription Detail Report'],
  [271, 'ServiceFeeDetailClass', 'Service Fee Detail Report'],
  [310, 'GatewayTransactionRequestClass', 'Gateway Transaction Request Report'],
  [400, 'FraudDecisionEventDetailClass', 'Fraud Decision Event Detail Report'],
  [640, 'RecurringBillingDetailClass', 'Recurring Billing Details Report'],
] as const

/** Groups that existing clients request in a transaction request report, under our names. */
const ASKED_OF_TRANSACTIONS = `AFSFields Application BankInfo BillTo ChargebackAndRetrieval Check CustomerFields
  FraudDecisionEvents Device DeviceFingerprintFields EmailRiskFields Event Exception Fee FundTransfer Funding
  Invoice JP LineItems MarkAsSuspectFields Merchant-DefinedDataFields OctSummary OrderFields
  POSTerminalExceptions PayerAuth PaymentData PaymentFields PaymentMethod Recipient Request Sender ShipTo
  Subscriptions TaxCalculation Token TransactionDetails TravelFields VelocityMorphing IdentityCheckFields`.split(/\s+/)

const named = (name: string) => {
  const found = findReportDefinition(name)
  if (found === undefined) throw new Error(`no definition ${name}`)
  return found
}
const wireNames = (name: string) => fieldsOfDefinition(named(name)).map((field) => field.wireName)

test('the catalogue has the 18 definitions of the specification', () => {
  expect(REPORT_DEFINITIONS.map(({ id, name, title }) => [id, name, title])).toEqual(KNOWN)
})

describe.each(REPORT_DEFINITIONS.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  const offered = fieldsOfDefinition(definition).map(({ wireName }) => wireName)
  const { groups, rareGroups } = KINDS[definition.kind]
  const carried = new Set([...groups, ...rareGroups])

  test('a definition offers only fields of its records or derived ones', () => {
    const derived = definition.derivation === undefined ? [] : ['Aging']
    const names = [...definition.groups, ...definition.singleFields.map((name) => name.split('.')[0])]

    expect(names.filter((name) => !carried.has(name ?? ''))).toEqual(derived)
    expect(definition.groups).toContain('Request')
    expect(new Set(definition.groups).size).toBe(definition.groups.length)
    expect(offered).toEqual(expect.arrayContaining([...definition.singleFields]))
  })

  test('the default fields of a definition are fields that it offers, each once', () => {
    const { defaultFields, requiredFields } = definition

    expect(defaultFields.filter((name) => !offered.includes(name))).toEqual([])
    expect(new Set(defaultFields).size).toBe(defaultFields.length)
    expect(defaultFields.length).toBeGreaterThan(5)
    expect(requiredFields.filter((name) => !defaultFields.includes(name))).toEqual([])
  })

  test('a definition has a title that is a valid report name, and a description', () => {
    expect(definition.title).toMatch(/^[A-Za-z0-9 _+-]{1,250}$/)
    expect(definition.description).toMatch(/^[A-Z][^.]+\.$/)
    expect(definition.version).toMatch(/^\d+\.\d+$/)
  })
})

test('ids, names and codes of DTDs are unique', () => {
  const all = <T>(values: readonly T[]) => new Set(values).size

  expect(all(REPORT_DEFINITIONS.map(({ id }) => id))).toBe(18)
  expect(all(REPORT_DEFINITIONS.map(({ name }) => name.toLowerCase()))).toBe(18)
  expect(all(REPORT_DEFINITIONS.map(({ dtdCode }) => dtdCode))).toBe(18)
  expect(REPORT_DEFINITIONS.filter(({ dtdCode }) => !/^[a-z]+$/.test(dtdCode))).toEqual([])
})

test('a transaction request report offers every group that clients request', () => {
  const { groups } = named('TransactionRequestClass')

  expect(ASKED_OF_TRANSACTIONS.filter((name) => !groups.includes(name))).toEqual([])
})

test('an aging report has the amount and currency of the payment and none of its other data', () => {
  const names = wireNames('AgingDetailClass')

  expect(names.filter((name) => name.startsWith('PaymentData.'))).toEqual([
    'PaymentData.RequestedAmount',
    'PaymentData.RequestedAmountCurrencyCode',
  ])
  expect(new Set(names.map((name) => name.split('.')[0]))).toEqual(
    new Set(['Request', 'Batch', 'Aging', 'PaymentMethod', 'PaymentData']),
  )
})

test.each([
  ['TransactionRequestClass', 'TransactionRequestClass'],
  ['transactionrequestclass', 'TransactionRequestClass'],
  ['DecisionManagerEventDetailClass', 'FraudDecisionEventDetailClass'],
  ['BillableTransactionsDetailClass', undefined],
  ['__proto__', undefined],
  ['', undefined],
])('%s is the name of %s', (name, definition) => {
  expect(findReportDefinition(name)?.name).toBe(definition)
})

describe('filters', () => {
  test.each([
    ['TransactionRequestClass', 'BillTo.FirstName', 'BillTo.LastName', 'BillTo.Email'],
    [
      'FraudDecisionEventDetailClass',
      'CustomerFields.BillingFirstName',
      'CustomerFields.BillingLastName',
      'CustomerFields.BillingEmail',
    ],
    [
      'SubscriptionDetailClass',
      'Subscriptions.BillToFirstName',
      'Subscriptions.BillToLastName',
      'Subscriptions.BillToEmail',
    ],
    ['DepositDetailClass'],
  ])('filters of %s by short names mean %s, %s, %s', (name, ...meant) => {
    const filters = filtersOf(named(name))
    const shorts = filters.filter((filter) => !filter.name.includes('.'))

    expect(shorts.map((filter) => filter.field.wireName)).toEqual(meant)
    expect(shorts.map((filter) => filter.name)).toEqual(meant.length === 0 ? [] : ['firstName', 'lastName', 'email'])
    for (const { field } of shorts) {
      expect(filters.map((filter) => filter.name)).toContain(field.wireName)
    }
  })

  test.each(REPORT_DEFINITIONS.map((definition) => [definition.name, definition] as const))(
    'the filters of %s are all its filterable fields, each name once',
    (_, definition) => {
      const filters = filtersOf(definition)
      const filterable = fieldsOfDefinition(definition).filter((field) => field.filterType)
      const names = filters.map((filter) => filter.name)

      expect(names).toEqual(expect.arrayContaining(filterable.map(({ wireName }) => wireName)))
      expect(new Set(names).size).toBe(names.length)
    },
  )
})
