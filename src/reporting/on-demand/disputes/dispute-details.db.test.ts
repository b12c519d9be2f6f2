import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { entriesInAllFormats } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { CHARGEBACK_DETAILS, RETRIEVAL_DETAILS } from './dispute-details.ts'

const KIND = 'chargeback-or-retrieval'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
const MAY = { startTime: '2026-05-01T00:00:00Z', endTime: '2026-06-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  await app.put(KIND, [
    {
      recordId: 'd1',
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00.123Z',
      fields: {
        'Request.MerchantReferenceNumber': 'ORD-1',
        'Request.RequestID': '7001',
        'Request.TransactionReferenceNumber': 'T-1',
        'Application.Name': 'ics_bill',
        'PaymentMethod.CardType': '001',
        'PaymentData.ProcessorMID': 'mid-1',
        'BillTo.CustomerID': 'C-1',
        'ChargebackAndRetrieval.CaseNumber': '000000042',
        'ChargebackAndRetrieval.CaseTime': '2026-03-08T08:00:00Z',
        'ChargebackAndRetrieval.CaseType': 'Chargeback',
        'ChargebackAndRetrieval.ChargebackAmount': '23.5',
        'ChargebackAndRetrieval.ChargebackCurrency': 'USD',
        'ChargebackAndRetrieval.ChargebackMessage': '=no "goods" <came> & so on',
        'ChargebackAndRetrieval.ChargebackReasonCode': '13.1',
        'ChargebackAndRetrieval.ChargebackReasonCodeDescription': 'Goods not received',
        'ChargebackAndRetrieval.ChargebackTime': '2026-03-09T09:00:00Z',
        'ChargebackAndRetrieval.FinancialImpactType': 'debit',
        'ChargebackAndRetrieval.RespondByDate': '2026-03-29',
      },
    },
    {
      recordId: 'd2',
      merchantId: 'shop',
      occurredAt: '2026-03-20T10:00:00Z',
      fields: {
        'ChargebackAndRetrieval.CaseType': 'representment',
        'ChargebackAndRetrieval.CaseTime': '2026-03-19T10:00:00Z',
        'ChargebackAndRetrieval.ChargebackAmount': '-500',
        'ChargebackAndRetrieval.ChargebackCurrency': 'JPY',
        'ChargebackAndRetrieval.FinancialImpactType': 'credit',
        'PaymentMethod.CardType': 'Some Scheme',
      },
    },
    {
      recordId: 'd3',
      merchantId: 'sister',
      occurredAt: '2026-03-02T10:00:00Z',
      fields: { 'ChargebackAndRetrieval.CaseType': 'Pre-Dispute Alert' },
    },
    { recordId: 'd4', merchantId: 'sister', occurredAt: '2026-03-03T10:00:00Z' },
    {
      recordId: 'd5',
      merchantId: 'sister',
      occurredAt: '2026-03-04T10:00:00Z',
      fields: {
        'ChargebackAndRetrieval.CaseType': 'Pre-Arbitration',
        'ChargebackAndRetrieval.FinancialImpactType': 'none',
      },
    },
    {
      recordId: 'r1',
      merchantId: 'shop',
      occurredAt: '2026-03-05T10:00:00Z',
      fields: {
        'ChargebackAndRetrieval.CaseType': 'RETRIEVAL',
        'ChargebackAndRetrieval.ChargebackAmount': '1.2345',
      },
    },
    {
      recordId: 'r2',
      merchantId: 'foreign',
      occurredAt: '2026-03-05T11:00:00Z',
      fields: { 'ChargebackAndRetrieval.CaseType': 'Retrieval' },
    },
  ])
})

describe('chargeback details', () => {
  test('chargeback details have all fields of a dispute and the direction of its money', async () => {
    const { status, body } = await app.ask('shop', 'chargeback-details', MARCH)

    expect(status).toBe(200)
    expect(body).toEqual({
      organizationId: 'shop',
      startTime: '2026-03-01T00:00:00.000Z',
      endTime: '2026-04-01T00:00:00.000Z',
      chargebackDetails: [
        {
          processorMerchantId: 'mid-1',
          merchantName: 'shop',
          transactionReferenceNumber: 'T-1',
          merchantReferenceNumber: 'ORD-1',
          natureOfDispute: 'Goods not received',
          alertType: 'Chargeback',
          amount: '23.50',
          sign: '-',
          action: 'debit',
          cardType: 'Visa',
          trackingNumber: '000000042',
          currencyCode: 'USD',
          requestId: '7001',
          responseDueTime: '2026-03-29',
          time: '2026-03-09T09:00:00.000Z',
          actionDescription: '=no "goods" <came> & so on',
          customerId: 'C-1',
          reasonCode: '13.1',
          applications: 'ics_bill',
          eventRequestedTime: '2026-03-08T08:00:00.000Z',
          preDisputeFlag: 'N',
        },
        {
          merchantName: 'shop',
          alertType: 'representment',
          amount: '500',
          sign: '+',
          action: 'credit',
          cardType: 'Some Scheme',
          currencyCode: 'JPY',
          time: '2026-03-19T10:00:00.000Z',
          representmentCPTime: '2026-03-19T10:00:00.000Z',
          eventRequestedTime: '2026-03-19T10:00:00.000Z',
          preDisputeFlag: 'N',
        },
      ],
    })
  })

  test('a partner gets chargeback details of all its merchants, with pre-dispute alerts flagged', async () => {
    const { body } = await app.ask('partner', 'chargeback-details', MARCH)

    expect(
      body.chargebackDetails.map(({ merchantName, alertType, sign, preDisputeFlag }: never) => [
        merchantName,
        alertType,
        sign,
        preDisputeFlag,
      ]),
    ).toEqual([
      ['shop', 'Chargeback', '-', 'N'],
      ['shop', 'representment', '+', 'N'],
      ['sister', 'Pre-Dispute Alert', undefined, 'Y'],
      ['sister', undefined, undefined, undefined],
      ['sister', 'Pre-Arbitration', undefined, 'N'],
    ])
  })

  test('chargeback details have the same values in every format, and XML is valid against its DTD', async () => {
    const { json, xml, csv, dtd } = await entriesInAllFormats(
      app,
      ['partner', 'chargeback-details', MARCH],
      CHARGEBACK_DETAILS.form.item,
    )

    expect(json).toHaveLength(5)
    expect(xml).toEqual(json)
    expect(csv).toEqual(json)
    expect(dtd).toBe('')
  })

  test('chargeback details in XML have a document type, and in CSV a header line', async () => {
    const parameters = { ...MARCH, organizationId: 'sister' }
    const xml = await app.ask('partner', 'chargeback-details', parameters, {
      accept: 'application/xml',
    })
    const csv = await app.ask('partner', 'chargeback-details', parameters, { accept: 'text/csv' })

    expect(xml.text.split('\n').slice(1, 4)).toEqual([
      '<!DOCTYPE Report SYSTEM "https://pay.example.com/reporting/v3/dtds/cbd">',
      '<Report Name="Chargeback Detail Report" Version="1.0" xmlns="https://pay.example.com/reporting/v3/dtds/cbd" MerchantID="sister" ReportStartDate="2026-03-01T00:00:00+00:00" ReportEndDate="2026-04-01T00:00:00+00:00">',
      '<Chargeback><MerchantName>sister</MerchantName><AlertType>Pre-Dispute Alert</AlertType><Time>2026-03-02T10:00:00.000Z</Time><PreDisputeFlag>Y</PreDisputeFlag></Chargeback>',
    ])
    expect(csv.text.split('\n').slice(1, 3)).toEqual([
      'processorMerchantId,merchantName,transactionReferenceNumber,merchantReferenceNumber,natureOfDispute,alertType,amount,sign,action,cardType,originalSettlementTime,trackingNumber,currencyCode,requestId,responseDueTime,time,actionDescription,customerId,reasonCode,representmentCPTime,applications,eventRequestedTime,preDisputeFlag',
      ',"sister",,,,"Pre-Dispute Alert",,,,,,,,,,"2026-03-02T10:00:00.000Z",,,,,,,"Y"',
    ])
  })
})

describe('retrieval details', () => {
  test('retrieval details list only retrievals, in any letter case, with exact amounts', async () => {
    const { body } = await app.ask('account', 'retrieval-details', MARCH)

    expect(body.retrievalDetails).toEqual([
      {
        merchantName: 'shop',
        alertType: 'RETRIEVAL',
        amount: '1.2345',
        time: '2026-03-05T10:00:00.000Z',
      },
    ])
  })

  test('retrieval details have the same values in every format, and XML is valid against its DTD', async () => {
    const { json, xml, csv, dtd } = await entriesInAllFormats(
      app,
      ['shop', 'retrieval-details', MARCH],
      RETRIEVAL_DETAILS.form.item,
    )

    expect(json).toHaveLength(1)
    expect(xml).toEqual(json)
    expect(csv).toEqual(json)
    expect(dtd).toBe('')
  })
})

describe.each(['chargeback-details', 'retrieval-details'])('%s', (name) => {
  test('a window without records and a foreign organization are 404', async () => {
    const nothing = await app.ask('shop', name, {
      startTime: '2027-03-01T00:00:00Z',
      endTime: '2027-04-01T00:00:00Z',
    })
    const foreign = await app.ask('shop', name, { ...MARCH, organizationId: 'foreign' })
    const nobody = await app.ask(undefined, name, MARCH)
    const windowless = await app.ask('shop', name, { startTime: 'yesterday' })

    expect([nothing.status, foreign.status, nobody.status]).toEqual([404, 404, 401])
    expect([windowless.status, windowless.body.reason]).toEqual([400, 'VALIDATION_ERROR'])
  })
})

test('corrected disputes are reported in their last version, and deleted ones are left out', async () => {
  const occurredAt = '2026-05-05T10:00:00Z'
  const dispute = (recordId: string, caseType: string) => ({
    recordId,
    merchantId: 'shop',
    occurredAt,
    fields: {
      'Request.RequestID': recordId,
      'ChargebackAndRetrieval.CaseType': caseType,
    },
  })
  await app.put(KIND, [dispute('m1', 'Retrieval'), dispute('m2', 'Chargeback'), dispute('m3', 'Chargeback')])
  await app.put(KIND, [{ ...dispute('m1', 'Chargeback'), version: 2 }])
  await app.put(KIND, [{ recordId: 'm2', merchantId: 'shop', occurredAt, version: 2, deleted: true }])

  const details = await app.ask('shop', 'chargeback-details', MAY)
  const retrievals = await app.ask('shop', 'retrieval-details', MAY)
  const summaries = await app.ask('shop', 'chargeback-summaries', MAY)

  expect(details.body.chargebackDetails.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['m1', 'm3'])
  expect(retrievals.status).toBe(404)
  expect(summaries.body.chargebackSummaries).toEqual([
    { count: 2, time: '2026-05-05T00:00:00.000Z', accountId: 'shop' },
  ])
})
