import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { words as german } from '../../../words/columns/de-DE.ts'
import { words as english } from '../../../words/columns/en-US.ts'
import { headingsOf } from './headings.ts'
import { ON_DEMAND } from './on-demand-search.ts'

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'))

/** The lists of a report with the columns that a table of it may have. */
function listsOf(report: string): readonly (readonly [name: string, columns: readonly string[]])[] {
  const { content } = DOCUMENT.paths[`/reporting/v3/${report}`].get.responses['200']
  const [[, { schema }]] = Object.entries(content).filter(([type]) => type.includes('json')) as [
    [string, { readonly schema: Schema }],
  ]
  return Object.entries(schema.properties ?? {}).flatMap(([name, { type, items }]) => {
    if (type !== 'array') return []
    const plain = Object.entries(items?.properties ?? {}).filter(([, column]) => /^[sinb]/.test(column.type ?? ''))
    return [[name, plain.map(([column]) => column)] as const]
  })
}

/** They have tables of their own, or terms that few languages have. */
const WITHOUT = ['net-fundings', 'payment-batch-summaries', 'interchange-clearing-level-details']
const LISTED = ON_DEMAND.filter((report) => !WITHOUT.includes(report))

describe.each(LISTED)('the lists of %s', (report) => {
  const lists = listsOf(report)

  test('have words for each column', () => {
    expect(lists.length).toBeGreaterThan(0)
    for (const [name, columns] of lists) {
      expect([name, columns.filter((column) => !(column in english.columns))]).toEqual([name, []])
      expect(headingsOf(columns, german.columns).isTranslated).toBe(true)
    }
  })

  test('have names where there are several', () => {
    const names = lists.map(([name]) => name)

    expect(names.length > 1 ? names.filter((name) => !(name in english.lists)) : []).toEqual([])
  })
})

test('no word is left that no list has', () => {
  const lists = LISTED.flatMap(listsOf)
  const columns = new Set(lists.flatMap(([, names]) => names))

  expect(Object.keys(english.columns).filter((name) => !columns.has(name))).toEqual([])
  expect(Object.keys(english.lists).filter((name) => !lists.some(([list]) => list === name))).toEqual([])
})

test('a table with a column that has no words is as in the API', () => {
  expect(headingsOf(['amount', 'time'], german.columns)).toEqual({ texts: ['Betrag', 'Zeit'], isTranslated: true })
  expect(headingsOf(['amount', 'reClass'], german.columns)).toEqual({
    ...{ texts: ['Amount', 'Re class'], isTranslated: false },
  })
  expect(headingsOf(['toString'], german.columns).isTranslated).toBe(false)
})
