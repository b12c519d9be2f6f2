import { expect, test } from 'vitest'
import { GROUPS } from './catalogue.ts'
import { fieldsOfKind, findKind, hasColumn, KINDS } from './kinds.ts'

const twice = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

test('a refund is recognized by a field of its kind and by codes of that field', () => {
  for (const kind of Object.values(KINDS)) {
    if (kind.refund === undefined) continue
    const { field: name, values } = kind.refund
    const type = fieldsOfKind(kind).find(({ wireName }) => wireName === name)?.type
    const codes = type?.kind === 'code' ? Object.keys(type.codes) : []

    expect(
      values.filter((value) => !codes.includes(value)),
      kind.name,
    ).toEqual([])
  }
})

test('the groups of a kind exist, and none is listed twice', () => {
  const known = new Set(GROUPS.map(({ name }) => name))

  for (const { groups, rareGroups } of Object.values(KINDS)) {
    expect([...groups, ...rareGroups].filter((name) => !known.has(name))).toEqual([])
    expect(twice([...groups, ...rareGroups])).toEqual([])
  }
})

test('every group is in some kind, except those that are derived', () => {
  const used = new Set(Object.values(KINDS).flatMap(({ groups, rareGroups }) => [...groups, ...rareGroups]))

  expect(GROUPS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual(['Aging'])
})

test('a kind is found by its name, and disputes by chargeback or retrieval too', () => {
  for (const kind of Object.values(KINDS)) expect(findKind(kind.name)).toBe(kind)
  expect(findKind('chargeback')?.name).toBe('chargeback-or-retrieval')
  expect(findKind('retrieval')?.name).toBe('chargeback-or-retrieval')
  expect(findKind('toString')).toBeUndefined()
})

test('no table is so wide that inserts and merges become slow', () => {
  // Measured: up to 130 columns cost little; with 580 the engine ran out of memory.
  const widths = Object.values(KINDS).map((kind) => fieldsOfKind(kind).filter((field) => hasColumn(kind, field)).length)

  expect(Math.max(...widths)).toBeLessThanOrEqual(110)
})
