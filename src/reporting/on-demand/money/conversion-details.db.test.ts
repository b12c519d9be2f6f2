import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { servedDtdProblems } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'

const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  await app.put('conversion', [
    {
      recordId: 'c1',
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00.123Z',
      fields: {
        'Request.MerchantReferenceNumber': 'ORD-1',
        'Request.RequestID': '7001',
        'Conversion.OriginalDecision': 'REVIEW',
        'Conversion.NewDecision': 'ACCEPT',
        'Conversion.Reviewer': 'ann',
        'Conversion.ReviewerComments': '=1+1 "fine" <b>&\r\n',
        'Conversion.Queue': 'first',
        'Conversion.Profile': 'strict',
      },
    },
    { recordId: 'c2', merchantId: 'sister', occurredAt: '2026-03-10T10:00:00Z' },
  ])
})

test('a review is listed with all its fields', async () => {
  const { status, headers, body } = await app.ask('shop', 'conversion-details', MARCH)

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body).toEqual({
    organizationId: 'shop',
    startTime: '2026-03-01T00:00:00.000Z',
    endTime: '2026-04-01T00:00:00.000Z',
    conversionDetails: [
      {
        merchantReferenceNumber: 'ORD-1',
        conversionTime: '2026-03-09T10:00:00.123Z',
        requestId: '7001',
        originalDecision: 'REVIEW',
        newDecision: 'ACCEPT',
        reviewer: 'ann',
        reviewerComments: '=1+1 "fine" <b>&\r\n',
        queue: 'first',
        profile: 'strict',
        notes: [{ time: '2026-03-09T10:00:00.123Z', addedBy: 'ann', comments: '=1+1 "fine" <b>&\r\n' }],
      },
    ],
  })
})

test('XML has the header and layout that existing readers expect', async () => {
  const { text, headers } = await app.ask('shop', 'conversion-details', MARCH, {
    accept: 'application/xml',
  })

  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE Report SYSTEM "https://pay.example.com/reporting/v3/dtds/cdr">
<Report Name="Conversion Detail Report" Version="1.1" xmlns="https://pay.example.com/reporting/v3/dtds/cdr" MerchantID="shop" ReportStartDate="2026-03-01T00:00:00Z+00:00" ReportEndDate="2026-04-01T00:00:00Z+00:00">
<Conversion MerchantReferenceNumber="ORD-1" ConversionDate="2026-03-09T10:00:00.123Z" RequestID="7001"><NewDecision>ACCEPT</NewDecision><OriginalDecision>REVIEW</OriginalDecision><Profile>strict</Profile><Queue>first</Queue><Reviewer>ann</Reviewer><ReviewerComments>=1+1 "fine" &lt;b&gt;&amp;&#13;
</ReviewerComments></Conversion>
</Report>
`)
})

test('XML is valid against the DTD of stored reports with the same name', async () => {
  const { text } = await app.ask('account', 'conversion-details', MARCH, {
    accept: 'application/xml',
  })

  expect(servedDtdProblems(text)).toBe('')
})

test('CSV escapes formulas in a reviewer’s comments', async () => {
  const { text } = await app.ask('shop', 'conversion-details', MARCH, { accept: 'text/csv' })

  expect(
    text,
  ).toBe(`Conversion Detail Report,Version 1.1,2026-03-01T00:00:00+00:00 to 2026-04-01T00:00:00+00:00,shop,,,,,
merchantReferenceNumber,conversionTime,requestId,newDecision,originalDecision,profile,queue,reviewer,reviewerComments
"ORD-1","2026-03-09T10:00:00.123Z","7001","ACCEPT","REVIEW","strict","first","ann","'=1+1 ""fine"" <b>&\r\n"
`)
})
