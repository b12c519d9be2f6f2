import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInvoice } from '../../invoices/read-invoice.ts'
import { importBody, problemsInFile } from './import-body.ts'
import { GroupingRows, type ImportGroup, mappedColumns } from './import-groups.ts'
import type { ImportOptions } from './import-options.ts'

const today = Temporal.PlainDate.from('2026-03-09')
const USUAL = { Name: 'customerName', Mail: 'customerEmail', Due: 'dueDate', Sum: 'totalAmount', Text: 'description' }

function importing(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  given: Partial<ImportOptions> = {},
) {
  const options: ImportOptions = {
    ...{
      mapping: USUAL,
      defaults: { currency: 'EUR' },
      delivery: 'draft',
      decimalMark: undefined,
      dateOrder: undefined,
    },
    ...given,
  }
  const columns = mappedColumns(options, header)
  const grouping = new GroupingRows(columns)
  const groups: (ImportGroup | undefined)[] = []
  for (const [index, cells] of rows.entries()) groups.push(grouping.add({ ordinal: index + 1, line: index + 2, cells }))
  groups.push(grouping.end())
  const reading = { options, columns, today }
  return groups
    .filter((group) => group !== undefined)
    .map((group) => {
      const made = importBody(group, reading)
      const read = readInvoice(made.body, { operation: 'create', validation: 'strict', today })
      return { ...made, group, read, inFile: [...made.problems, ...problemsInFile(read.problems, made)] }
    })
}
const places = ({ inFile }: ReturnType<typeof importing>[number]) =>
  inFile.map(({ line, column, field, reason }) => [line, column, field, reason])

const HEADER = ['Name', 'Mail', 'Due', 'Sum', 'Text']
const ADA = ['Ada', 'ada@example.com', '2026-04-01', '1.234,50', 'Engine']

test('a row becomes the request that it means', () => {
  const [row] = importing(HEADER, [ADA])

  expect(row?.inFile).toEqual([])
  expect(row?.body).toEqual({
    customerInformation: { name: 'Ada', email: 'ada@example.com' },
    invoiceInformation: { dueDate: '2026-04-01', description: 'Engine', deliveryMode: 'email', sendImmediately: false },
    orderInformation: { amountDetails: { totalAmount: '1234.5', currency: 'EUR' } },
  })
})

test.each([
  ['draft', 'ada@example.com', 'email', false],
  ['draft', '', 'none', false],
  ['publish', 'ada@example.com', 'none', true],
  ['send', 'ada@example.com', 'email', true],
] as const)('with the delivery %s and the address %j, deliveryMode is %s', (delivery, mail, mode, isSent) => {
  const [row] = importing(HEADER, [ADA.with(1, mail)], { delivery })

  expect(row?.body).toMatchObject({ invoiceInformation: { deliveryMode: mode, sendImmediately: isSent } })
})

test('problems name line, column and field, also those of missing values', () => {
  const rows = [
    ADA.with(1, 'ada'),
    ADA.with(2, '31.02.2026'),
    ADA.with(3, '1.000'),
    ['Ada'],
    [...ADA, 'more'],
    [...ADA, ''],
  ]
  const imported = importing(HEADER, rows, { delivery: 'send' })

  expect(imported.map(places)).toEqual([
    [[2, 'Mail', 'customerEmail', 'INVALID_DATA']],
    expect.arrayContaining([[3, 'Due', 'dueDate', 'INVALID_DATA']]),
    expect.arrayContaining([[4, 'Sum', 'totalAmount', 'INVALID_DATA']]),
    expect.arrayContaining([[5, undefined, undefined, 'INVALID_DATA']]),
    [[6, undefined, undefined, 'INVALID_DATA']],
    [],
  ])
  expect(places(importing(HEADER, [ADA], { defaults: {} })[0] as never)).toEqual([
    [2, undefined, 'currency', 'MISSING_FIELD'],
  ])
})

test('rows of one reference are the lines of one invoice, with the usual arithmetic for totals that are left out', () => {
  const mapping = {
    ...USUAL,
    ...{ Ref: 'reference', Item: 'lines.productName', Qty: 'lines.quantity', Price: 'lines.unitPrice' },
  }
  const header = [...HEADER, 'Ref', 'Item', 'Qty', 'Price']
  const rows = [
    [...ADA.with(3, ''), 'A', 'Wheel', '2', '10,25'],
    ['', '', '', '', '', 'A', 'Axle', '', '3'],
    [...ADA.with(3, ''), 'B', 'Wheel', '1', '1'],
    ['Bob', '', '', '', '', 'B', 'Wheel', 'two', '1'],
  ]

  const [a, b, ...more] = importing(header, rows, { mapping })

  expect(more).toEqual([])
  expect(a?.inFile).toEqual([])
  expect(a?.body['orderInformation']).toEqual({
    amountDetails: { currency: 'EUR', totalAmount: '23.50' },
    lineItems: [
      { productSku: '1', productName: 'Wheel', quantity: '2', unitPrice: '10.25', totalAmount: '20.50' },
      { productSku: '2', productName: 'Axle', quantity: '1', unitPrice: '3', totalAmount: '3.00' },
    ],
  })
  expect(b && places(b)).toEqual([
    [5, 'Name', 'customerName', 'INVALID_DATA'],
    [5, 'Qty', 'lines.quantity', 'INVALID_DATA'],
  ])
})

test('a reference that is mapped must be there; without one, the content is the reference', () => {
  const mapping = { ...USUAL, Ref: 'reference' }
  const header = [...HEADER, 'Ref']
  const [named, missing, again] = importing(
    header,
    [
      [...ADA, 'A'],
      [...ADA, ''],
      [...ADA, 'A'],
    ],
    { mapping },
  )
  const [one, same, other] = importing(HEADER, [ADA, ADA, ADA.with(0, 'Bob')])

  expect(named?.group.reference).toMatchObject({ isContent: false, target: 'reference' })
  expect(named?.group.reference.key).toBe(again?.group.reference.key)
  expect(missing && places(missing)).toEqual([[3, 'Ref', 'reference', 'MISSING_FIELD']])
  expect(one?.group.reference).toEqual(same?.group.reference)
  expect(one?.group.reference.key).not.toBe(other?.group.reference.key)
})

test('whatever the cells are, a row becomes a request or has problems in its own lines', () => {
  const cell = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('1.000', '=1+1', '2026-04-01', '0', 'a@b.de'))
  const targets = [
    'reference',
    'lines.quantity',
    'lines.unitPrice',
    'totalAmount',
    'customField.3',
    'allowPartialPayments',
  ]
  const header = [...HEADER, ...targets]
  const mapping = { ...USUAL, ...Object.fromEntries(targets.map((target) => [target, target])), Sum: 'subAmount' }

  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }), (rows) => {
      for (const { group, read, inFile } of importing(header, rows, { mapping })) {
        const lines = group.rows.map(({ line }) => line)
        expect(inFile.filter(({ line }) => !lines.includes(line))).toEqual([])
        expect(read.terms !== undefined || inFile.length > 0).toBe(true)
      }
    }),
  )
})
