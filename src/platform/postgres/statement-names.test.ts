import { describe, expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

const namesAfter = (uses: number, text: string): readonly (string | undefined)[] => {
  const names = new StatementNames()
  return Array.from({ length: uses }, () => names.nameOf(text))
}

describe('a statement gets a name', () => {
  test('a statement gets a name after three uses, and keeps it', () => {
    expect(namesAfter(5, 'select name from shops where id = $1')).toEqual([
      undefined,
      undefined,
      undefined,
      'statement_1',
      'statement_1',
    ])
  })

  test.each([
    'select count(*) from shops',
    'with shop as (select name from shops) select name from shop',
    '\n  insert into shops (name) values ($1)',
    'update shops set name = $1',
    'delete from shops',
  ])('%j gets a name', (text) => {
    expect(namesAfter(4, text).at(-1)).toBe('statement_1')
  })

  test.each([
    'begin',
    'commit',
    'set local statement_timeout = 1',
    'select * from shops',
    'select shops.* from shops',
    'delete from shops returning *',
  ])('%j gets no name', (text) => {
    expect(namesAfter(10, text)).toEqual(Array(10).fill(undefined))
  })

  test('each statement gets a name of its own, up to the number that a connection should keep', () => {
    const names = new StatementNames()
    const texts = Array.from({ length: 300 }, (_, index) => `select ${index}`)

    for (const text of [...texts, ...texts, ...texts]) names.nameOf(text)

    const given = texts.map((text) => names.nameOf(text)).filter((name) => name !== undefined)
    expect(given).toHaveLength(200)
    expect(new Set(given).size).toBe(200)
  })
})
