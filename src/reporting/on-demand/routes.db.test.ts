import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { withScope } from '../../../test/support/data/organizations.ts'
import { onDemandClient } from '../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'

const DAY = { startTime: '2026-03-09T00:00:00Z', endTime: '2026-03-10T00:00:00Z' }
const NAMES = [
  'conversion-details',
  'purchase-refund-details',
  'net-fundings',
  'payment-batch-summaries',
  'chargeback-summaries',
  'chargeback-details',
  'retrieval-summaries',
  'retrieval-details',
  'interchange-clearing-level-details',
  'notification-of-changes',
]

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })

type Problem = { readonly path: string; readonly message: string }
const messagesOf = (body: { readonly fields: readonly Problem[] }): readonly string[] =>
  body.fields.map(({ message }) => message)

describe.each(NAMES)('%s', (name) => {
  test('a window without records is 404', async () => {
    const { status, body } = await app.ask('shop', name, DAY)

    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'RESOURCE_NOTFOUND', reason: 'NOT_FOUND' })
  })

  test('both times are required, and both are listed if missing', async () => {
    const { status, body } = await app.ask('shop', name, {})

    expect(status).toBe(400)
    expect(messagesOf(body)).toEqual(['startTime is required', 'endTime is required'])
  })

  test.each([
    ['2026-03-09T00:00:00', 'a time without an offset'],
    ['2026-03-09', 'a day'],
    ['2026-02-30T00:00:00Z', 'a day that is not in the calendar'],
    ['yesterday', 'a word'],
  ])('%s is refused as startTime: %s is not an instant', async (startTime) => {
    const { status, body } = await app.ask('shop', name, { ...DAY, startTime })

    expect(status).toBe(400)
    expect(messagesOf(body)).toEqual(['startTime must be a time with its offset such as 2026-03-09T10:00:00Z'])
  })

  test.each([
    { startTime: '2026-03-10T00:00:00Z', endTime: '2026-03-09T00:00:00Z' },
    { startTime: '2026-03-10T00:00:00Z', endTime: '2026-03-10T01:00:00+01:00' },
  ])('a window from $startTime to $endTime is refused', async (window) => {
    const { status, body } = await app.ask('shop', name, window)

    expect(status).toBe(400)
    expect(messagesOf(body)).toEqual(['endTime must be later than startTime'])
  })

  test('a plus sign decoded as a space, and an offset without a colon, are accepted', async () => {
    const window = { startTime: '2026-03-09T00:00:00 01:00', endTime: '2026-03-10T00:00:00+0100' }
    const { status } = await app.ask('shop', name, window)

    expect(status).toBe(404)
  })

  test('the earliest and latest valid times are accepted', async () => {
    const window = { startTime: '0001-01-01T00:00:00Z', endTime: '9999-12-31T23:59:59Z' }
    const { status } = await app.ask('shop', name, window)

    expect(status).toBe(404)
  })

  test('an unsupported format is 406, before anything else is checked', async () => {
    const { status, body } = await app.ask('shop', name, {}, { accept: 'text/html, */*;q=0' })

    expect(status).toBe(406)
    expect(body).toMatchObject({ reason: 'NOT_ACCEPTABLE' })
    expect(body.message).toContain('application/json')
  })

  test('a client that accepts only XML gets a refusal in XML', async () => {
    const { headers, text } = await app.ask('shop', name, {}, { accept: 'application/xml' })

    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(text).toContain('<errorBean>')
  })

  test('a caller without a key gets 401, and a stranger gets 404', async () => {
    const nobody = await app.ask(undefined, name, DAY)
    const stranger = await app.ask('foreign', name, { ...DAY, organizationId: 'shop' })
    const unknown = await app.ask('partner', name, { ...DAY, organizationId: 'no-such' })

    expect(nobody.status).toBe(401)
    expect(nobody.body).toEqual({ response: { rmsg: 'Authentication Failed' } })
    expect(stranger.status).toBe(404)
    expect(stranger.text.replace(/"(submitTimeUtc|correlationId)":"[^"]*"/g, '')).toBe(
      unknown.text.replace(/"(submitTimeUtc|correlationId)":"[^"]*"/g, ''),
    )
  })
})

test('a key without the scope is refused', async () => {
  const key = await withScope(app, app.owners.shop, 'invoices')
  const { status, body } = await app.askWith(key, 'conversion-details', DAY)

  expect(status).toBe(403)
  expect(body).toMatchObject({ reason: expect.any(String) })
})

describe('access to records', () => {
  beforeAll(async () => {
    const conversion = (recordId: string, merchantId: string) => ({
      recordId,
      merchantId,
      occurredAt: '2026-02-09T10:00:00Z',
      fields: { 'Request.RequestID': recordId },
    })
    await app.put('conversion', [conversion('1', 'shop'), conversion('2', 'sister'), conversion('3', 'foreign')])
  })

  const FEBRUARY = { startTime: '2026-02-01T00:00:00Z', endTime: '2026-03-01T00:00:00Z' }
  test.each([
    ['shop', {}, ['1']],
    ['account', {}, ['1', '2']],
    ['partner', {}, ['1', '2']],
    ['partner', { organizationId: 'account' }, ['1', '2']],
    ['partner', { organizationId: 'sister' }, ['2']],
    ['foreign', {}, ['3']],
  ] as const)('%s with the query %j gets %j', async (owner, given, requestIds) => {
    const { body } = await app.ask(owner, 'conversion-details', { ...FEBRUARY, ...given })

    expect(body.conversionDetails.map(({ requestId }: { requestId: string }) => requestId)).toEqual(requestIds)
  })

  test('reading a report is audited for the organization that was read, with window and format', async () => {
    const readings = () => listAudit(app.database.db, { action: 'report.read' }, { limit: 1_000 })
    const before = (await readings()).length
    await app.ask('partner', 'conversion-details', { ...FEBRUARY, organizationId: 'sister' }, { accept: 'text/csv' })
    await app.ask('sister', 'conversion-details', DAY)
    await app.ask('sister', 'conversion-details', {})
    const [newest, ...others] = await readings()

    expect(others).toHaveLength(before)
    expect(newest).toMatchObject({
      organizationId: 'sister',
      actor: { kind: 'key', organizationId: 'partner' },
      subject: 'on-demand-report:conversion-details',
      details: { startTime: '2026-02-01T00:00:00Z', endTime: '2026-03-01T00:00:00Z', format: 'csv' },
    })
  })
})
