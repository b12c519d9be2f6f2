import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { type ErrorBody, errorBody } from '../../../test/support/apps/http-app.ts'
import { anInvoice } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { storeInvoices } from '../../../test/support/data/stored-invoices.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { INVOICE_STATUSES, type Invoice } from '../rules/invoice.ts'

type Link = { readonly href: string; readonly method: string }
type List = {
  readonly _links: { readonly self: Link; readonly next?: Link; readonly previous?: Link }
  readonly submitTimeUtc: string
  readonly totalInvoices: number
  readonly invoices: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string
    readonly _links: Readonly<Record<string, Link>>
  })[]
}

const PATH = '/invoicing/v2/invoices'
const LIST = '/portal/v1/invoice-list'
const clock = settableClock('2026-03-09T10:00:00.25Z')
const app = await startApp({ clock })
const { database } = app
const keys: Record<string, string> = {}
beforeAll(async () => {
  await keyed('partner', { type: 'partner' })
  await keyed('account', { type: 'account', parentId: 'partner' })
  await keyed('shop', { parentId: 'partner', timeZone: 'Europe/Berlin' })
  await keyed('sister', { parentId: 'account' })
  await keyed('stranger')
  await keyed('newcomer')
  await storeInvoices(database, [...ofShop, ...ofSister, ...ofStranger])
})

async function keyed(organizationId: string, given: Parameters<typeof anOrganization>[2] = {}): Promise<void> {
  const { bearer } = await anOrganization({ database }, organizationId, given)
  keys[organizationId] = bearer.key
}

const day = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)
const usd = (minor: bigint) => ({ minor, currency: 'USD' })

/** One of each status, the newest canceled. */
const ofShop: readonly Invoice[] = INVOICE_STATUSES.map((status, index) =>
  anInvoice({
    organizationId: 'shop',
    position: index + 1,
    invoiceNumber: `A ${index + 1}`,
    status,
    createdAt: instant('2026-03-01T22:30:00Z').add({ hours: 12 * index }),
    balance: usd(status === 'PAID' ? 0n : 12_050n),
    paymentToken: String(index).repeat(64),
    terms: {
      dueOn: day('2026-04-01').add({ days: index }),
      customer: { name: `Ada ${index}`, email: `ada+${index}@example.com` },
      amounts: { total: usd(12_050n) },
    },
  }),
)
const ofSister = [
  anInvoice({
    organizationId: 'sister',
    status: 'SENT',
    invoiceNumber: 'S/1',
    createdAt: instant('2026-03-03T00:00:00Z'),
    paymentToken: 's'.repeat(64),
    balance: { minor: 5n, currency: 'KWD' },
    reserved: { minor: 0n, currency: 'KWD' },
    terms: {
      customer: { merchantCustomerId: 'C1', companyName: 'Sister & Co' },
      expiresOn: day('2027-07-11'),
      amounts: { total: { minor: 10n ** 18n + 1n, currency: 'KWD' } },
    },
  }),
]
const ofStranger = [anInvoice({ organizationId: 'stranger', status: 'SENT' })]

async function ask(organizationId: string, target = PATH): Promise<Response> {
  return fetch(`${app.url}${target}`, {
    headers: { authorization: `Bearer ${keys[organizationId]}` },
  })
}
async function list(organizationId: string, query = ''): Promise<List> {
  const response = await ask(organizationId, `${PATH}${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as List
}
const ids = async (organizationId: string, query: string): Promise<readonly string[]> =>
  (await list(organizationId, query)).invoices.map(({ id }) => id)

describe('a merchant’s list', () => {
  test('a list begins with the newest invoice and counts all', async () => {
    const { totalInvoices, submitTimeUtc, invoices } = await list('shop')

    expect(invoices.map(({ id }) => id)).toEqual(['A 7', 'A 6', 'A 5', 'A 4', 'A 3', 'A 2', 'A 1'])
    expect(totalInvoices).toBe(7)
    expect(submitTimeUtc).toBe('2026-03-09T10:00:00.250Z')
  })

  test('an entry has the invoice’s main fields and the links of possible actions', async () => {
    const { invoices } = await list('shop', '?status=SENT')

    const path = '/invoicing/v2/invoices/A%203'
    expect(invoices).toEqual([
      {
        _links: {
          self: { href: path, method: 'GET' },
          update: { href: path, method: 'PUT' },
          deliver: { href: `${path}/delivery`, method: 'POST' },
          cancel: { href: `${path}/cancelation`, method: 'POST' },
        },
        id: 'A 3',
        status: 'SENT',
        createdDate: '2026-03-02T22:30:00.000Z',
        customerInformation: { name: 'Ada 2', email: 'ada+2@example.com' },
        invoiceInformation: {
          dueDate: '2026-04-03',
          paymentLink: `https://pay.example.com/pay/${'2'.repeat(64)}?version=v2.1`,
        },
        orderInformation: {
          amountDetails: { totalAmount: 120.5, currency: 'USD', balanceAmount: 120.5 },
        },
      },
    ])
  })

  test('a draft is listed without its payment link, and a canceled invoice without actions', async () => {
    const [draft] = (await list('shop', '?status=DRAFT')).invoices
    const [canceled] = (await list('shop', '?status=CANCELED')).invoices

    expect(draft).toMatchObject({ invoiceInformation: { dueDate: '2026-04-01' } })
    expect(draft?.['invoiceInformation']).not.toHaveProperty('paymentLink')
    expect(Object.keys(canceled?._links ?? {})).toEqual(['self'])
  })

  test('a list has exact amounts, and dates with the year first', async () => {
    const text = await (await ask('sister')).text()

    expect(text).toContain('"totalAmount":1000000000000000.001,"currency":"KWD","balanceAmount":0.005')
    expect(JSON.parse(text)).toMatchObject({
      invoices: [
        {
          customerInformation: { merchantCustomerId: 'C1', company: { name: 'Sister & Co' } },
          invoiceInformation: { expirationDate: '2027-07-11' },
        },
      ],
    })
  })

  test('a list is the same with a slash at the end of its path', async () => {
    const [plain, slashed] = await Promise.all([list('shop', '?offset=1&limit=2'), list('shop', '/?offset=1&limit=2')])

    expect({ ...slashed, submitTimeUtc: '' }).toEqual({ ...plain, submitTimeUtc: '' })
  })

  test('a list without invoices, or past its end, is an empty page', async () => {
    expect(await list('newcomer')).toMatchObject({ totalInvoices: 0, invoices: [] })
    expect(await list('newcomer', '?status=paid')).toMatchObject({ totalInvoices: 0, invoices: [] })
    const past = await list('shop', '?offset=9007199254740991&limit=5')
    expect(past).toMatchObject({ totalInvoices: 7, invoices: [] })
    expect(past._links.next).toBeUndefined()
    expect(past._links.previous?.href).toBe(`${PATH}?offset=2&limit=5`)
  })

  test.each(INVOICE_STATUSES)('a list is filtered by %s in any letter case', async (status) => {
    const expected = [`A ${INVOICE_STATUSES.indexOf(status) + 1}`]

    expect(await ids('shop', `?status=${status.toLowerCase()}`)).toEqual(expected)
    expect((await list('shop', `?status=${status}`)).totalInvoices).toBe(1)
  })

  test.each([
    // In Berlin the first one was made on 1 March at 23:30, the second on the 2nd.
    ['createdFrom=2026-03-02&createdTo=2026-03-02', ['A 3', 'A 2']],
    ['createdTo=2026-03-01', ['A 1']],
    ['createdFrom=2026-03-02T10:30:00Z&createdTo=2026-03-02T22:30:00Z', ['A 2']],
    ['createdTo=2026-03-02T11:30:00%2B01:00', ['A 1']],
    ['createdTo=2026-03-02T11:30:00+01:00', ['A 1']],
    ['dueFrom=2026-04-02&dueTo=2026-04-03', ['A 3', 'A 2']],
    ['customerEmail=ADA%2B3@example.com', ['A 4']],
    ['customerEmail=ada%2B3', []],
    ['search=aDa%205', ['A 6']],
    ['search=%25', []],
    ['search=a+7', ['A 7']],
    ['sort=dueDate&limit=2', ['A 1', 'A 2']],
    ['sort=invoiceNumber:desc&limit=2&offset=1', ['A 6', 'A 5']],
    ['something=else&limit=1', ['A 7']],
    ['status=draft,paid&status=sent', ['A 5', 'A 3', 'A 1']],
    ['search=%C3%81da%205', ['A 6']],
    ['amountFrom=120.50&amountTo=120.5000&limit=1', ['A 7']],
    ['amountFrom=120.500001', []],
    ['currency=usd&language=en-US&limit=1', ['A 7']],
    ['language=de-DE', []],
    ['customField=Project:Apollo', []],
    // Of the open ones A 2, A 3, A 4 and A 6, which are due from 2 April on.
    ['overdue=true', []],
    ['overdue=false&sort=dueDate&limit=2', ['A 1', 'A 2']],
  ])('the query %s finds %j', async (query, expected) => {
    expect(await ids('shop', `?${query}`)).toEqual(expected)
  })
})

test('without the total, a list has no count and its links tell whether there is more', async () => {
  const query = 'includeTotal=false&status=draft&status=created,sent&search=ada&limit=2'
  const [first, last] = [await list('shop', `?${query}`), await list('shop', `?${query}&offset=2`)]

  expect(first).not.toHaveProperty('totalInvoices')
  expect([first, last].map(({ invoices }) => invoices.map(({ id }) => id))).toEqual([['A 3', 'A 2'], ['A 1']])
  const carried = 'limit=2&status=draft&status=created%2Csent&search=ada&includeTotal=false'
  expect(first._links.next?.href).toBe(`${PATH}?offset=2&${carried}`)
  expect(last._links.next).toBeUndefined()
  expect(last._links.previous?.href).toBe(`${PATH}?offset=0&${carried}`)
})

describe('the portal’s list', () => {
  const part = async (organizationId: string, path: string): Promise<unknown> =>
    (await ask(organizationId, `${LIST}/${path}`)).json()

  test('sums are exact and by currency, of the filtered invoices', async () => {
    const usd = { currency: 'USD', count: 7, totalAmount: 843.5, balanceAmount: 482 }

    expect(await part('shop', 'sums')).toEqual({ sums: [usd], count: 7 })
    expect(await part('shop', 'sums?status=paid,sent')).toEqual({
      sums: [{ currency: 'USD', count: 2, totalAmount: 241, balanceAmount: 120.5 }],
      count: 2,
    })
    expect(await part('shop', 'sums?search=nobody')).toEqual({ sums: [], count: 0 })
    const text = await (await ask('partner', `${LIST}/sums`)).text()
    expect(text).toContain('"KWD","count":1,"totalAmount":1000000000000000.001,"balanceAmount":0.005}')
    expect(JSON.parse(text)).toMatchObject({ sums: [{ currency: 'KWD' }, usd], count: 8 })
  })

  test('counts are those of each view, at the date of the organization’s zone', async () => {
    const expected = { all: 7, draft: 1, open: 4, overdue: 0, paid: 1, canceled: 1 }

    expect(await part('shop', 'counts')).toEqual(expected)
    // In Berlin the 4th of April begins.
    clock.set('2026-04-03T22:00:00Z')
    expect(await part('shop', 'counts')).toEqual({ ...expected, overdue: 2 })
    expect(await ids('shop', '?overdue=true')).toEqual(['A 3', 'A 2'])
    expect(await part('shop', 'sums?overdue=true')).toMatchObject({ count: 2 })
    clock.set('2026-03-09T10:00:00.25Z')
    expect(await part('partner', 'counts')).toMatchObject({ all: 8, open: 5 })
  })

  test('CSV has the chosen columns of the filtered invoices, newest first, for a spreadsheet', async () => {
    const query = 'columns=number,customer,total,balance,issued,due,status&headerLanguage=de-DE&status=sent,paid,draft'
    const response = await ask('shop', `${LIST}/csv?${query}`)

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="invoices-2026-03-09.csv"')
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
      [
        '\ufeff"Nummer","Kunde","Währung","Gesamtbetrag","Offen","Ausgestellt (Europe/Berlin)","Fällig","Status"',
        '"A 5","Ada 4","USD",120.50,0.00,"2026-03-03 23:30:00","2026-04-05","Bezahlt"',
        '"A 3","Ada 2","USD",120.50,120.50,"2026-03-02 23:30:00","2026-04-03","Offen"',
        '"A 1","Ada 0","USD",120.50,120.50,"2026-03-01 23:30:00","2026-04-01","Entwurf"',
        '',
      ].join('\n'),
    )
    const ofPartner = await (await ask('partner', `${LIST}/csv?columns=merchant,number,language&search=sister`)).text()
    expect(ofPartner.split('\n').slice(1)).toEqual(['"sister","S/1","en-US"', ''])
  })

  test.each(['sums', 'csv'])('a wrong filter of %s is refused by name', async (name) => {
    const response = await ask('shop', `${LIST}/${name}?amountFrom=x&status=open`)

    const { details } = await errorBody(response)
    expect([response.status, details.map(({ field }) => field)]).toEqual([400, ['status', 'amountFrom']])
  })
})

describe('links', () => {
  test('links lead from the first page to the last and back, with the whole query', async () => {
    const query = `?limit=2&sort=dueDate:asc&search=ada&createdFrom=2026-03-01T00:00:00%2B00:00&dueTo=2026-04-06`
    const there = await followed('shop', `${PATH}${query}`, 'next')
    const back = await followed('shop', there.at(-1)?._links.self.href ?? '', 'previous')

    const pages = [
      ['A 1', 'A 2'],
      ['A 3', 'A 4'],
      ['A 5', 'A 6'],
    ]
    expect(there.map(({ invoices }) => invoices.map(({ id }) => id))).toEqual(pages)
    expect(back.map(({ invoices }) => invoices.map(({ id }) => id))).toEqual(pages.toReversed())
    expect(there[0]?._links).toEqual({
      self: { href: hrefAt(0), method: 'GET' },
      next: { href: hrefAt(2), method: 'GET' },
    })
  })

  const hrefAt = (offset: number) =>
    `${PATH}?offset=${offset}&limit=2&sort=dueDate%3Aasc` +
    '&createdFrom=2026-03-01T00%3A00%3A00%2B00%3A00&dueTo=2026-04-06&search=ada'

  test('links of the list and of each invoice keep the named organization', async () => {
    const { _links, invoices } = await list('partner', '?organizationId=sister&status=sent')

    expect(_links.self.href).toBe(`${PATH}?offset=0&limit=20&status=sent&organizationId=sister`)
    expect(invoices[0]?._links['deliver']?.href).toBe(`${PATH}/S%2F1/delivery?organizationId=sister`)
    expect(invoices[0]).not.toHaveProperty('organizationId')
  })

  async function followed(organizationId: string, first: string, way: 'next' | 'previous'): Promise<readonly List[]> {
    const pages: List[] = []
    for (let href: string | undefined = first; href !== undefined; ) {
      const page = (await (await ask(organizationId, href)).json()) as List
      pages.push(page)
      href = page._links[way]?.href
    }
    return pages
  }
})

describe('the list of a partner or an account', () => {
  test('a partner’s list has the invoices of all merchants below it, newest first, with their owners', async () => {
    const { totalInvoices, invoices } = await list('partner')

    expect(invoices.map(({ id, organizationId }) => `${organizationId} ${id}`)).toEqual([
      'shop A 7',
      'shop A 6',
      'shop A 5',
      'shop A 4',
      'sister S/1',
      'shop A 3',
      'shop A 2',
      'shop A 1',
    ])
    expect(totalInvoices).toBe(8)
    expect(invoices[4]?._links['self']?.href).toBe(`${PATH}/S%2F1?organizationId=sister`)
  })

  test('a partner’s list is filtered and paged like a merchant’s', async () => {
    expect(await ids('partner', '?status=sent')).toEqual(['S/1', 'A 3'])
    expect((await list('partner', '?status=sent&limit=1')).totalInvoices).toBe(2)
    expect(await ids('partner', '?offset=3&limit=2')).toEqual(['A 4', 'S/1'])
    expect(await ids('partner', '?organizationId=account')).toEqual(['S/1'])
    expect(await ids('account', '?search=sister')).toEqual(['S/1'])
  })
})

describe('a refusal', () => {
  test('a refusal names all wrong parameters', async () => {
    const response = await ask(
      'shop',
      `${PATH}?offset=-1&limit=1001&status=open&sort=up&createdFrom=x&createdTo=y&dueFrom=z` +
        `&dueTo=2026-02-30&customerEmail=%00&search=${'x'.repeat(101)}`,
    )

    const body: ErrorBody = await errorBody(response)
    expect(response.status).toBe(400)
    expect(body).toMatchObject({ status: 'BADREQUEST', reason: 'VALIDATION_ERROR' })
    expect(new Set(body.details.map(({ field }) => field))).toEqual(
      new Set(
        ['offset', 'limit', 'status', 'sort', 'createdFrom', 'createdTo', 'dueFrom', 'dueTo'].concat([
          'customerEmail',
          'search',
        ]),
      ),
    )
  })

  test('a list is 401 without a key and 403 without the scope', async () => {
    const deps = {
      db: database,
      clock: systemClock,
      machineClock: systemClock,
      secrets: testSecrets,
    }
    const { key } = await createBearerKey(
      deps,
      { organizationId: 'shop', by: aTester },
      { label: 'other', scopes: ['reports:read'], expiresAt: undefined },
    )
    keys['scopeless'] = key

    expect((await fetch(`${app.url}${PATH}`)).status).toBe(401)
    expect((await ask('scopeless')).status).toBe(403)
  })

  test.each(['stranger', 'partner', 'nobody'])('a list of the invoices of %s is 404', async (other) => {
    expect((await ask('shop', `${PATH}?organizationId=${other}`)).status).toBe(404)
  })
})

test('the documentation explains every parameter', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { parameters: { name: string; description: string }[] } }>
  }

  const parameters = document.paths[PATH]?.get.parameters ?? []
  expect(parameters).toHaveLength(21)
  expect(parameters.filter(({ description }) => !(description?.length > 20))).toEqual([])
})
