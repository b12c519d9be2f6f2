import { parse } from 'csv-parse/sync'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { PAYMENT_KINDS, randomPayments } from '../../../../test/support/random/random-payments.ts'
import { seededRandom } from '../../../../test/support/random/seeded-random.ts'
import {
  type ReferenceQuery,
  referenceAnswer,
  type SentRecord,
} from '../../../../test/support/references/purchase-refund-reference.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { isLongRun } from '../../../../test/support/run/test-run.ts'
import { PURCHASE_REFUND_SECTIONS } from './write-purchase-refunds.ts'

const NAME = 'purchase-refund-details'
const QUERIES = isLongRun ? 400 : 24

const random = seededRandom(812)
const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
let sent: readonly SentRecord[]
beforeAll(async () => {
  sent = randomPayments(random, { count: 300, merchantIds: ['shop', 'sister', 'foreign'] })
  const groups = Object.groupBy(sent, ({ kind, version, receivedAt }) => [kind, version, receivedAt].join(' '))
  // Lower versions first, because after a higher one they would be duplicates.
  for (const version of [1, 2, 3]) {
    for (const [name, some = []] of Object.entries(groups)) {
      const [kind, own, receivedAt = ''] = name.split(' ')
      const known = PAYMENT_KINDS.find((one) => one === kind)
      if (known === undefined || Number(own) !== version) continue
      await app.put(
        known,
        some.map(({ recordId, merchantId, occurredAt, deleted, fields }) => ({
          ...{ recordId, merchantId, occurredAt, version, deleted, fields },
        })),
        { receivedAt },
      )
    }
  }
})

const pick = <T>(values: readonly [T, ...T[]]): T => values[random.integer(0, values.length - 1)] ?? values[0]

function aQuery(): { readonly owner: 'shop' | 'account'; readonly query: ReferenceQuery } {
  const owner = pick(['shop', 'account'] as const)
  const from = random.integer(1, 3)
  const hour = pick(['00', '09', '10'])
  const offset = pick(['Z', '+05:30', '-0800'])
  const at = (day: number) => `2026-03-0${day}T${hour}:00:00${offset}`
  return {
    owner,
    query: {
      merchantIds: owner === 'shop' ? ['shop'] : ['shop', 'sister'],
      startTime: at(from),
      endTime: at(from + random.integer(1, 4)),
      viewBy: pick(['requestDate', 'submissionDate']),
      paymentSubtype: pick(['ALL', 'ALL', 'ALL', 'ALL', 'VI', 'MC', 'AX', 'DP', 'DI']),
      offset: pick([0, 0, random.integer(0, 12)]),
      limit: pick([2000, 2000, random.integer(1, 6)]),
      asOf: random.isHeads() ? undefined : `2026-03-1${random.integer(0, 3)}T00:00:00Z`,
    },
  }
}

function parametersOf({ merchantIds: _, asOf, ...query }: ReferenceQuery) {
  return asOf === undefined ? query : { ...query, asOf }
}

test('responses match a plain computation over the records that were sent', async () => {
  let [listedCount, none, further] = [0, 0, 0]
  for (let n = 0; n < QUERIES; n += 1) {
    const { owner, query } = aQuery()
    const expected = referenceAnswer(sent, query)

    const { status, body } = await app.ask(owner, NAME, parametersOf(query))

    if (expected === undefined) {
      expect(status, JSON.stringify(query)).toBe(404)
      none += 1
      continue
    }
    const { _links: links, ...rest } = body
    expect(rest, JSON.stringify(query)).toEqual(expected.body)
    expect(links.next !== undefined, JSON.stringify(query)).toBe(expected.hasNext)
    if (expected.hasNext) further += 1
    listedCount += rest.pageResults
  }

  expect(listedCount).toBeGreaterThan(50)
  expect(none).toBeGreaterThan(0)
  expect(further).toBeGreaterThan(1)
})

type Rows = readonly Readonly<Record<string, string>>[]

/** Rows without a value cannot be distinguished from the end of a list in CSV. */
const filled = (rows: Rows): Rows => rows.filter((row) => Object.keys(row).length > 1)

function xmlLists(text: string): Readonly<Record<string, Rows>> {
  using document = XmlDocument.fromString(text)
  const requests = elementsOf(document.root)
  const lists = PURCHASE_REFUND_SECTIONS.map(({ listName, element, columns }) => {
    const names = new Map<string, string>(columns.map(({ xmlName, name }) => [xmlName, name]))
    const rows = requests.flatMap((request) =>
      elementsOf(request)
        .filter(({ name }) => name === element)
        .map((row) => ({
          requestId: request.attr('RequestID')?.value ?? '',
          ...Object.fromEntries(elementsOf(row).map((value) => [names.get(value.name), value.content])),
        })),
    )
    return [listName, filled(rows)]
  })
  return Object.fromEntries(lists)
}

function elementsOf(parent: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
  }
  return elements
}

function csvLists(text: string): Readonly<Record<string, Rows>> {
  const lines = parse(text, { from_line: 2, columns: true }) as Record<string, string>[]
  const lists = PURCHASE_REFUND_SECTIONS.map(({ listName, columns }) => {
    const rows = lines.map((line) => ({
      requestId: line['requestDetails.requestId'] ?? '',
      ...Object.fromEntries(
        columns
          .map(({ name }) => [name, line[`${listName}.${name}`] ?? ''] as const)
          .filter(([, cell]) => cell !== '')
          .map(([name, cell]) => [name, cell.replace(/^'(?=[=+\-@])/, '')]),
      ),
    }))
    return [listName, filled(rows)]
  })
  return Object.fromEntries(lists)
}

test('JSON, XML and CSV carry the same values', async () => {
  const window = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-06T00:00:00Z' }
  const parameters = { ...window, limit: 12, asOf: '2026-04-01T00:00:00Z' }
  const ask = (accept: string) => app.ask('account', NAME, parameters, { accept })

  const json = await ask('application/json')
  const xml = await ask('application/xml')
  const csv = await ask('text/csv')

  const { offset: _o, limit: _l, pageResults: _p, _links: links, ...lists } = json.body
  const expected = Object.fromEntries(
    Object.entries(lists as Record<string, Rows>).map(([name, rows]) => [name, filled(rows)]),
  )
  expect(expected['settlements']?.length).toBeGreaterThan(10)
  expect(xmlLists(xml.text)).toEqual(expected)
  expect(csvLists(csv.text)).toEqual(expected)
  for (const { headers } of [json, xml, csv]) {
    expect(headers['link']).toBe(`<${links.next.href}>; rel="next"`)
  }
  expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
})
