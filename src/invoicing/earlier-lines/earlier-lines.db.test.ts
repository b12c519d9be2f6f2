import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoice } from '../../../test/support/data/invoices.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { storeInvoices } from '../../../test/support/data/stored-invoices.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import type { LineItem } from '../rules/invoice.ts'

const app = await startApp()
let shop: Keyed
let partner: Keyed

const aLine = (productName: string, productSku: string, units = 1_050n): LineItem => ({
  ...{ productName, productSku, quantity: 1, unitPrice: { units, scale: 2 }, taxRate: { units: 190n, scale: 1 } },
  ...{ discountAmount: undefined, discountPercent: undefined, taxAmount: undefined, totalAmount: undefined },
})
const withLines = (position: number, currency: string, ...lines: readonly LineItem[]) =>
  anInvoice({
    ...{ organizationId: 'shop', position, invoiceNumber: `L${position}`, status: 'CREATED' },
    ...{ paymentToken: String(position).padStart(64, 'l'), balance: { minor: 100n, currency } },
    terms: { lines, amounts: { total: { minor: 100n, currency } } },
  })

beforeAll(async () => {
  partner = await anOrganization(app, 'chain', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'chain' })
  await anOrganization(app, 'other')
  await storeInvoices(app.database, [
    withLines(1, 'USD', aLine('Café crème', 'CC-1', 900n), aLine('Widget', 'W')),
    withLines(2, 'USD', aLine('Café crème', 'CC-1'), aLine('Café noir', 'CN')),
    withLines(3, 'EUR', aLine('Cafetière', 'POT', 2_000n)),
    anInvoice({ organizationId: 'other', invoiceNumber: 'O1', terms: { lines: [aLine('Café of another', 'X')] } }),
  ])
})

const find = (query: string, by = shop) =>
  sendAs(app.port, by, { method: 'GET', path: `/portal/v1/earlier-lines?${query}` })
const namesOf = async (query: string) =>
  (await find(query)).body.lines.map(({ productName }: { productName: string }) => productName)

describe('lines of earlier invoices', () => {
  test('are found by name and SKU without accents, each once, as on the newest invoice', async () => {
    expect((await find('search=CAFE%20cr')).body).toEqual({
      lines: [{ productName: 'Café crème', productSku: 'CC-1', unitPrice: 10.5, taxRate: 19, currency: 'USD' }],
    })
    expect(await namesOf('search=pot')).toEqual(['Cafetière'])
    expect(await namesOf('search=caf')).toEqual(['Cafetière', 'Café crème', 'Café noir'])
  })

  test('are of one currency or of all, and not more than asked for', async () => {
    expect(await namesOf('search=caf&currency=usd')).toEqual(['Café crème', 'Café noir'])
    expect(await namesOf('search=caf&limit=1')).toEqual(['Cafetière'])
  })

  test('need a text, and problems are named by field', async () => {
    const { status, body } = await find('currency=dollars&limit=0')

    expect(status).toBe(400)
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['search', 'currency', 'limit'])
  })

  test('belong to a merchant: a partner names one', async () => {
    expect((await find('search=caf', partner)).status).toBe(400)
    expect((await find('search=caf&organizationId=shop', partner)).body.lines).toHaveLength(3)
    expect((await find('search=caf&organizationId=other', partner)).status).toBe(404)
  })
})
