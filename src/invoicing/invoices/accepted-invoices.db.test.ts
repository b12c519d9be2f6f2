import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aLineBody, anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { updateOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'

/** Invoices that are accepted with a warning, or only with lenient validation. */

const app = await startApp({ with: [invoicingClients] })
const shop = await app.merchant('shop')

const { totalAmount: _, ...lineWithoutTotal } = aLineBody()
const withoutTotal = anInvoiceBody({ orderInformation: { lineItems: [lineWithoutTotal] } })
const onBothLevels = anInvoiceBody({
  orderInformation: { amountDetails: { discountAmount: '1' }, lineItems: [aLineBody({ taxAmount: '1' })] },
})

describe('the validation of one organization', () => {
  const setValidation = async (validation: 'strict' | 'lenient' | undefined) => {
    const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
    await updateOrganization(deps, { organizationId: 'lenient', by: aTester }, { validation })
  }

  test('an organization’s validation overrides the service’s, only for itself, until it is reset', async () => {
    const lenient = await app.merchant('lenient')
    const statuses = async () => [
      (await lenient.create(withoutTotal)).status,
      (await lenient.create(onBothLevels)).status,
      (await shop.create(withoutTotal)).status,
    ]

    const before = await statuses()
    await setValidation('lenient')
    const during = await statuses()
    const updated = await lenient.update('1', onBothLevels)
    await setValidation('strict')
    const explicit = await statuses()
    await setValidation(undefined)
    const after = await statuses()

    expect(before).toEqual([400, 400, 400])
    expect(during).toEqual([201, 201, 400])
    expect(updated.status).toBe(200)
    expect(explicit).toEqual([400, 400, 400])
    expect(after).toEqual([400, 400, 400])
  })

  test('a refusal says if lenient validation would accept the request', async () => {
    const total = (await shop.create(withoutTotal)).body
    const both = (await shop.create(onBothLevels)).body

    expect(total.message).toContain(
      'orderInformation.lineItems[0].totalAmount is required with strict validation; ' +
        'lenient validation, which the operator can set for your organization, computes it',
    )
    expect(total.details).toEqual([{ field: 'orderInformation.lineItems[0].totalAmount', reason: 'MISSING_FIELD' }])
    expect(both.message).toContain('lenient validation, which the operator can set for your organization, accepts it')
  })
})

describe('an expiration date', () => {
  const expiring = (expirationDate: string, sendImmediately = false) =>
    anInvoiceBody({ invoiceInformation: { expirationDate, sendImmediately } })
  const warning = {
    field: 'invoiceInformation.expirationDate',
    reason: 'LINK_EXPIRED',
    message: 'The payment link expired at 00:00 GMT on 2026-03-09: nobody can pay until a later date is set.',
  }

  test.each(['09-03-2026', '2026-03-09'])(
    'an expiration date of today is accepted with a warning: %s',
    async (today) => {
      const created = await shop.create(expiring(today, true))
      const read = await shop.get(created.body.id)
      const extended = await shop.update(created.body.id, expiring('2026-03-10'))

      expect([created.status, created.body.status, created.body.warnings]).toEqual([201, 'SENT', [warning]])
      expect(read.body.warnings).toEqual([warning])
      expect([extended.status, extended.body.warnings]).toEqual([200, undefined])
    },
  )

  test('an expiration date before today is refused, and one after today gives no warning', async () => {
    const past = await shop.create(expiring('2026-03-08'))
    const coming = await shop.create(expiring('2026-03-10'))

    expect([past.status, past.body.details]).toEqual([400, [{ field: warning.field, reason: 'INVALID_DATA' }]])
    expect([coming.status, coming.body.warnings]).toEqual([201, undefined])
  })
})

describe('a field that has no effect', () => {
  const reasonsOf = (body: { warnings?: readonly { field: string; reason: string }[] }) =>
    (body.warnings ?? []).map(({ field, reason }) => `${reason} ${field}`)
  const AMOUNTS = 'orderInformation.amountDetails'

  test('is a warning on an amount-only invoice, on create and on update, and not when it is read', async () => {
    const amountDetails = { freight: { taxable: true }, taxDetails: { type: 'VAT' }, minimumPartialAmount: '10.00' }
    const body = anInvoiceBody({ orderInformation: { amountDetails } })
    const created = await shop.create(body)
    const read = await shop.get(created.body.id)
    const updated = await shop.update(created.body.id, body)

    const named = ['taxDetails.type', 'freight.taxable', 'minimumPartialAmount'].map(
      (name) => `NO_EFFECT ${AMOUNTS}.${name}`,
    )
    expect([created.status, updated.status]).toEqual([201, 200])
    expect([reasonsOf(created.body), reasonsOf(updated.body), reasonsOf(read.body)]).toEqual([named, named, []])
  })

  test('is sendImmediately in the update of a draft, and the warning says how to send it', async () => {
    const immediately = anInvoiceBody({ invoiceInformation: { sendImmediately: true } })
    const { id } = (await shop.create(anInvoiceBody())).body
    const draft = await shop.update(id, immediately)
    const asText = await shop.update(id, anInvoiceBody({ invoiceInformation: { sendImmediately: 'TRUE' } }))
    const sent = await shop.send(id)
    const repeated = await shop.update(id, immediately)

    const named = ['NO_EFFECT invoiceInformation.sendImmediately']
    expect([draft.body.status, reasonsOf(draft.body), reasonsOf(asText.body)]).toEqual(['DRAFT', named, named])
    expect(draft.body.warnings[0].message).toContain(`POST /invoicing/v2/invoices/${id}/delivery does`)
    expect([sent.body.status, repeated.body.status, reasonsOf(repeated.body)]).toEqual(['SENT', 'SENT', []])
  })
})

test('a minimum above the total is accepted with a warning', async () => {
  const withMinimum = (minimumPartialAmount: string) =>
    anInvoiceBody({
      invoiceInformation: { allowPartialPayments: true },
      orderInformation: { amountDetails: { minimumPartialAmount }, lineItems: [aLineBody()] },
    })

  const above = await shop.create(withMinimum('100.01'))
  const equal = await shop.create(withMinimum('100.00'))

  expect(above.status).toBe(201)
  expect(above.body.orderInformation.amountDetails.minimumPartialAmount).toBe(100.01)
  expect(above.body.warnings).toEqual([
    {
      field: 'orderInformation.amountDetails.minimumPartialAmount',
      reason: 'MINIMUM_ABOVE_TOTAL',
      message: 'The least partial payment exceeds the total of 100.00 USD: only the whole balance can be paid.',
    },
  ])
  expect([equal.status, equal.body.warnings]).toEqual([201, undefined])
})
