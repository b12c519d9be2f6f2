import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOfTable, magnitude } from './chart-table.ts'
import { layOutColumns, namedColumns } from './columns-layout.ts'
import { layOutBar } from './stacked-bar-layout.ts'
import { barSvg, columnsSvg } from './svg-text.ts'

describe('a bar', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 8 })

  test('is as wide as its place, and every part with a magnitude is seen', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 240, max: 1_400 }), (magnitudes, width) => {
        const segments = layOutBar(
          magnitudes.map((each, index) => ({ key: String(index), magnitude: each })),
          width,
        )
        expect(segments).toHaveLength(magnitudes.filter((each) => each > 0).length)
        for (const segment of segments) expect(segment.width).toBeGreaterThanOrEqual(4)
        const last = segments.at(-1)
        if (last !== undefined) expect(last.x + last.width).toBeCloseTo(width, 3)
      }),
    )
  })

  test('has parts in proportion', () => {
    const [one, three] = layOutBar(
      [
        { key: 'one', magnitude: 1 },
        { key: 'three', magnitude: 3 },
      ],
      1_010,
    )

    expect([one?.width, three?.width]).toEqual([254, 754])
  })
})

describe('columns', () => {
  const size = { width: 640, height: 220, tickText: String }

  test('begin at zero, stay in their place, and a small one is seen', () => {
    const { columns, plot, ticks } = layOutColumns({ values: [0, 0.01, 1_000], compared: [500, 0, 0] }, size)

    expect(columns.map(({ height }) => height)).toEqual([0, 2, expect.closeTo(plot.bottom - plot.top, 0)])
    expect(columns.every(({ x, width }) => x >= plot.left && x + width <= plot.right)).toBe(true)
    expect(ticks[0]).toEqual({ text: '0', y: plot.bottom })
    expect(plot.left).toBeGreaterThan(0)
  })

  test('a pointer finds the column that it is over, and the nearest one beside the plot', () => {
    const layout = layOutColumns({ values: [1, 2, 3, 4], compared: [] }, size)

    expect(layout.middles.map(layout.columnAt)).toEqual([0, 1, 2, 3])
    expect([layout.columnAt(-50), layout.columnAt(5_000)]).toEqual([0, 3])
  })

  test('counts have marks at whole numbers only', () => {
    const ofTwo = { values: [0, 1, 2] }

    expect(layOutColumns(ofTwo, size).ticks.map(({ text }) => text)).toContain('0.5')
    expect(layOutColumns({ ...ofTwo, areCounts: true }, size).ticks.map(({ text }) => text)).toEqual(['0', '1', '2'])
  })

  test('nothing at all has an empty plot', () => {
    const { ticks, columns } = layOutColumns({ values: [0, 0], compared: [0, 0] }, size)

    expect([ticks, columns.map(({ height }) => height)]).toEqual([[], [0, 0]])
  })

  test.each([
    [30, 960, [0, 4, 8, 12, 17, 21, 25, 29]],
    [30, 280, [0, 29]],
    [1, 960, [0]],
    [0, 960, []],
  ])('of %d columns on %d pixels the named ones are %o', (count, width, named) => {
    expect(namedColumns(count, width)).toEqual(named)
  })
})

test('files have all words and numbers, and are XML whatever these contain', () => {
  const title = 'Owed & "due" <b>\u0000\ud800'
  const bar = barSvg({
    ...{ title, lines: ['Café'], colorOf: () => '#1f5fd6' },
    segments: layOutBar([{ key: 'a', magnitude: 1 }], 912),
    labels: [{ key: 'a', label: 'Not due yet', value: '¥98,765,432' }],
  })
  const nameOf = (index: number) => `Mar ${8 + index}`
  const columns = columnsSvg({ title, lines: [], values: [1, 2], compared: [2, 1], tickText: String, nameOf })

  for (const text of [bar, columns]) {
    expect(text).toContain('<title>Owed &amp; &quot;due&quot; &lt;b&gt;</title>')
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
  }
  expect(bar).toContain('¥98,765,432')
  expect(columns).toContain('Mar 8')
})

test.each([
  ['1234.50', 1234.5],
  ['-0.01', -0.01],
  ['', 0],
  ['x', 0],
])('the magnitude of %j is %d', (amount, expected) => {
  expect(magnitude(amount)).toBe(expected)
})

test('a table is CSV with numbers, and a text that begins like a formula is none', () => {
  const table = {
    heads: ['Day', '=cmd'],
    rows: [],
    cells: [
      ['2026-03-09', '-0.01'],
      ['=1+1', '1e5'],
    ],
  }

  expect(csvOfTable(table)).toBe('\ufeff"Day","\'=cmd"\n"2026-03-09",-0.01\n"\'=1+1","1e5"\n')
})
