import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { aTester } from '../../../../test/support/data/organizations.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { createMerchantGroup } from '../../../organizations/groups/change-merchant-groups.ts'

const NAME = 'purchase-refund-details'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  const of = (recordId: string, occurredAt: string) => ({
    recordId,
    merchantId: 'shop',
    occurredAt,
  })
  await app.put('batch-item', [
    {
      ...of('b1', '2026-03-10T00:30:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Request.TransactionDate': '2026-03-09T10:00:00Z',
        'Request.TransactionReferenceNumber': 'T-1',
        'Request.MerchantReferenceNumber': 'ORD-1',
        'Application.Name': 'ics_bill',
        'PaymentMethod.CardType': '001',
        'PaymentMethod.WalletType': 'apple',
        'PaymentMethod.AccountSuffix': '1111',
        'PaymentData.RequestedAmount': '23',
        'PaymentData.RequestedAmountCurrencyCode': 'USD',
        'PaymentData.NetworkCode': 'STAR',
        'PaymentData.ProcessorMID': 'MID-9',
        'Batch.BatchDate': '2026-03-10T00:30:00Z',
        'Batch.BatchID': 'B1',
      },
    },
    {
      ...of('b2', '2026-04-02T00:30:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Application.Name': 'ics_credit',
        'PaymentMethod.CardType': 'Visa',
        'PaymentData.RequestedAmount': '-3.5',
        'PaymentData.RequestedAmountCurrencyCode': 'USD',
      },
    },
    {
      ...of('b3', '2026-03-11T00:30:00Z'),
      fields: {
        'Request.RequestID': '7002',
        'Application.Name': 'ics_ecp_debit',
        'PaymentData.RequestedAmount': '500',
        'PaymentData.RequestedAmountCurrencyCode': 'JPY',
      },
    },
    { ...of('b4', '2026-03-12T00:30:00Z'), fields: { 'PaymentMethod.CardType': 'MC' } },
    { ...of('b5', '2026-03-13T00:30:00Z'), fields: { 'Request.RequestID': '7005' } },
    { ...of('b5', '2026-03-13T00:30:00Z'), version: 2, deleted: true },
    {
      recordId: 'b1',
      merchantId: 'sister',
      occurredAt: '2026-03-20T00:00:00Z',
      fields: { 'Request.RequestID': '7001', 'PaymentMethod.CardType': 'mastercard' },
    },
    { recordId: 'b1', merchantId: 'foreign', occurredAt: '2026-03-20T00:00:00Z' },
  ])
  await app.put('transaction', [
    {
      ...of('t1', '2026-03-09T10:00:00.5Z'),
      fields: {
        'Request.RequestID': '7001',
        'Request.TransactionDate': '2026-03-09T10:00:00Z',
        'Request.TransactionReferenceNumber': 'T-0',
        'Application.Name': 'ics_auth',
        'Application.Rcode': '1',
        'PaymentData.RequestedAmount': '23',
        'PaymentData.RequestedAmountCurrencyCode': 'USD',
        'PaymentData.AuthorizationCode': '888888',
        'BillTo.FirstName': 'Ann',
        'BillTo.LastName': 'Lee',
        'Merchant-DefinedDataFields.MerchantDefinedData1': 'one',
        'Merchant-DefinedDataFields.MerchantDefinedData4': 'four',
      },
    },
    {
      ...of('t2', '2026-03-09T11:00:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Application.Name': 'ics_bill',
        'PaymentData.AuthorizationCode': '999999',
      },
    },
    {
      ...of('t3', '2026-03-11T00:00:00Z'),
      fields: {
        'Request.RequestID': '7002',
        'Application.Name': 'ics_ecp_debit',
        'PaymentData.AuthorizationCode': '777',
      },
    },
  ])
  await app.put('fee', [
    {
      ...of('f1', '2026-03-11T06:00:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Fee.ClearedInterchangeLevel': 'CPS',
        'Fee.InterchangeRate': '0.0151',
        'Fee.InterchangeAmount': '0.3473',
        'Fee.InterchangeCurrency': 'USD',
        'Fee.DiscountRate': '0.002',
        'Fee.DiscountAmount': '0.046',
        'Fee.DiscountCurrency': 'USD',
        'Fee.PerItemFeeAmount': '0.1',
        'Fee.PerItemFeeCurrency': 'USD',
        'Fee.TotalFeeAmount': '0.5233',
        'Fee.TotalFeeCurrency': 'USD',
        'Fee.AssessmentAmount': '0.03',
        'Fee.AssessmentCurrency': 'USD',
      },
    },
    { ...of('f2', '2026-03-12T06:00:00Z'), fields: { 'Request.RequestID': '7001' } },
  ])
  await app.put('funding', [
    {
      ...of('u1', '2026-03-12T06:00:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Funding.FundingAmount': '23',
        'Funding.FundingCurrency': 'USD',
      },
    },
  ])
  await app.put('settlement', [
    {
      ...of('s1', '2026-03-11T06:00:00Z'),
      fields: { 'Request.RequestID': '7001', 'Application.ReasonCode': '100' },
    },
  ])
  await app.put('processor-event', [
    {
      ...of('e1', '2026-03-11T05:00:00Z'),
      fields: {
        'Request.RequestID': '7001',
        'Event.Event': 'Failed',
        'Event.EventDate': '2026-03-11T04:00:00Z',
        'Event.ProcessorMessage': 'Invalid data',
      },
    },
    {
      ...of('e2', '2026-03-11T06:00:00Z'),
      fields: { 'Request.RequestID': '7001', 'Event.Event': 'Settled' },
    },
  ])
})

const HREF = `/reporting/v3/${NAME}?startTime=2026-03-01T00%3A00%3A00Z&endTime=2026-04-01T00%3A00%3A00Z`

test('a request is listed with all related records, in six lists', async () => {
  const { status, headers, body } = await app.ask('shop', NAME, MARCH)

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['link']).toBeUndefined()
  expect(body).toEqual({
    offset: 0,
    limit: 2000,
    pageResults: 3,
    requestDetails: [
      {
        requestId: '7001',
        cybersourceMerchantId: 'shop',
        processorMerchantId: 'MID-9',
        transactionReferenceNumber: 'T-1',
        merchantReferenceNumber: 'ORD-1',
      },
      { requestId: '7002', cybersourceMerchantId: 'shop' },
      { requestId: 'b4', cybersourceMerchantId: 'shop' },
    ],
    settlements: [
      {
        requestId: '7001',
        transactionType: 'Purchases',
        submissionTime: '2026-03-10T00:30:00.000Z',
        amount: '23.00',
        currencyCode: 'USD',
        paymentMethod: 'VISA',
        walletType: 'apple',
        paymentType: 'credit card',
        accountSuffix: '1111',
        cybersourceBatchTime: '2026-03-10T00:30:00.000Z',
        cybersourceBatchId: 'B1',
        cardType: '001',
        debitNetwork: 'STAR',
      },
      {
        requestId: '7001',
        transactionType: 'Refunds',
        submissionTime: '2026-04-02T00:30:00.000Z',
        amount: '3.50',
        currencyCode: 'USD',
        paymentMethod: 'VISA',
        paymentType: 'credit card',
        cardType: 'Visa',
      },
      {
        requestId: '7002',
        transactionType: 'Purchases',
        submissionTime: '2026-03-11T00:30:00.000Z',
        amount: '500',
        currencyCode: 'JPY',
        paymentMethod: 'CHECK',
        paymentType: 'check',
      },
      {
        requestId: 'b4',
        transactionType: 'Purchases',
        submissionTime: '2026-03-12T00:30:00.000Z',
        paymentMethod: 'MASTERCARD',
        paymentType: 'credit card',
        cardType: 'MC',
      },
    ],
    authorizations: [
      {
        requestId: '7001',
        transactionReferenceNumber: 'T-0',
        time: '2026-03-09T10:00:00.000Z',
        authorizationRequestId: '7001',
        amount: '23.00',
        currencyCode: 'USD',
        code: '888888',
        rcode: '1',
      },
      {
        requestId: '7002',
        time: '2026-03-11T00:00:00.000Z',
        authorizationRequestId: '7002',
        code: '777',
      },
    ],
    feeAndFundingDetails: [
      {
        requestId: '7001',
        interchangeDescription: 'CPS',
        interchangePercentage: '0.0151',
        interchangePercentageAmount: '0.3473',
        discountPercentage: '0.002',
        discountAmount: '0.046',
        discountPerItemFee: '0.10',
        totalFee: '0.5233',
        feeCurrency: 'USD',
        duesAssessments: '0.03',
        fundingAmount: '23.00',
        fundingCurrency: 'USD',
      },
      { requestId: '7001' },
    ],
    others: [
      {
        requestId: '7001',
        merchantData1: 'one',
        merchantData4: 'four',
        firstName: 'Ann',
        lastName: 'Lee',
      },
    ],
    settlementStatuses: [
      {
        requestId: '7001',
        status: 'Failed',
        settlementTime: '2026-03-11T04:00:00.000Z',
        errorText: 'Invalid data',
      },
      {
        requestId: '7001',
        status: 'Settled',
        settlementTime: '2026-03-11T06:00:00.000Z',
        reasonCode: '100',
      },
    ],
    _links: { self: { href: `${HREF}&offset=0&limit=2000`, method: 'GET' } },
  })
})

const idsOf = (body: { readonly requestDetails: readonly { readonly requestId: string }[] }) =>
  body.requestDetails.map(({ requestId }) => requestId)

describe('selection of requests', () => {
  test.each([
    [{ viewBy: 'requestDate' }, ['7001', '7002', 'b4']],
    [{ viewBy: 'SubmissionDate' }, ['7001', '7002', 'b4']],
    [{ endTime: '2026-03-10T00:30:00Z' }, ['7001']],
    [{ endTime: '2026-03-10T00:30:00Z', viewBy: 'submissionDate' }, undefined],
    [{ startTime: '2026-03-10T00:30:00Z', viewBy: 'submissionDate' }, ['7001', '7002', 'b4']],
    [{ startTime: '2026-04-01T00:00:00Z', endTime: '2026-05-01T00:00:00Z' }, ['7001']],
    [{ paymentSubtype: 'VI' }, ['7001']],
    [{ paymentSubtype: 'mc' }, ['b4']],
    [{ paymentSubtype: 'AX' }, undefined],
    [{ paymentSubtype: 'all', limit: 1 }, ['7001']],
    [{ offset: 1, limit: 1 }, ['7002']],
  ])('the query %j selects requests', async (parameters, expected) => {
    const { status, body } = await app.ask('shop', NAME, { ...MARCH, ...parameters })

    if (expected === undefined) expect(status).toBe(404)
    else expect(idsOf(body)).toEqual(expected)
  })

  test('a replaced version of a record is not listed', async () => {
    const put = (version: number, fields: Record<string, string>) =>
      app.put('batch-item', [
        {
          recordId: 'c1',
          merchantId: 'foreign',
          occurredAt: '2026-02-10T00:00:00Z',
          version,
          fields,
        },
      ])
    const february = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-03-01T00:00:00Z' }
    await put(1, { 'Request.RequestID': 'old' })
    await put(2, { 'Request.RequestID': 'new' })

    const { body } = await app.ask('foreign', NAME, february)
    expect(idsOf(body)).toEqual(['new'])
    expect(body.settlements).toHaveLength(1)

    await app.put('batch-item', [
      {
        recordId: 'c2',
        merchantId: 'foreign',
        occurredAt: '2026-02-11T00:00:00Z',
        fields: { 'Request.RequestID': 'old' },
      },
    ])
    const again = await app.ask('foreign', NAME, february)
    expect(idsOf(again.body)).toEqual(['new', 'old'])
    expect(again.body.settlements).toHaveLength(2)
  })
})

describe('access to requests', () => {
  test('an account sees the same request id of two merchants as two requests', async () => {
    const { body } = await app.ask('account', NAME, MARCH)

    expect(idsOf(body)).toEqual(['7001', '7002', 'b4', '7001'])
    expect(body.requestDetails[3].cybersourceMerchantId).toBe('sister')
    expect(body.settlements.map((row: { requestId: string }) => row.requestId)).toEqual([
      ...['7001', '7001', '7002', 'b4', '7001'],
    ])
    expect(body.authorizations).toHaveLength(2)
  })

  test('a partner can read a merchant’s requests, and a stranger cannot', async () => {
    const own = await app.ask('partner', NAME, { ...MARCH, organizationId: 'sister' })
    const other = await app.ask('foreign', NAME, { ...MARCH, organizationId: 'sister' })
    const nobody = await app.ask(undefined, NAME, MARCH)

    expect(idsOf(own.body)).toEqual(['7001'])
    expect(own.body._links.self.href).toContain('organizationId=sister')
    expect(other.status).toBe(404)
    expect(nobody.status).toBe(401)
  })

  test('a group limits the requests and is named in the response; without one, the first group by name is named', async () => {
    const clocks = { clock: app.clock, machineClock: app.clock }
    const group = (name: string, merchantIds: readonly string[]) =>
      createMerchantGroup(
        { db: app.database, ...clocks },
        { organizationId: 'account', by: aTester },
        { name, merchantIds },
      )
    await group('north', ['sister'])
    await group('all', ['shop', 'sister'])

    const { body } = await app.ask('account', NAME, { ...MARCH, groupName: 'north' })
    const all = await app.ask('account', NAME, MARCH)
    const unknown = await app.ask('account', NAME, { ...MARCH, groupName: 'south' })

    expect(body.requestDetails).toEqual([{ requestId: '7001', cybersourceMerchantId: 'sister', groupName: 'north' }])
    expect(all.body.requestDetails.map((row: { groupName: string }) => row.groupName)).toEqual([
      ...['all', 'all', 'all', 'all'],
    ])
    expect(unknown.status).toBe(400)
  })
})
