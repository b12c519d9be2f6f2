import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { CHAIN_START, endText, type StoredEntry, sealed, sealText } from './audit-chain.ts'

const place = { sequence: 7n, previousHash: 'ab' }

const anEntry = (given: Partial<StoredEntry> = {}): StoredEntry => ({
  organizationId: 'shop1',
  entryId: '5f8f2a51-4c3c-4be1-8f8e-0f5d1c7f4f10',
  atMicroseconds: '1773050400123000',
  actorJson: '{"kind": "key", "keyId": "k", "organizationId": "shop1"}',
  action: 'key.created',
  subject: 'key:k',
  detailsJson: '{"a": 1, "b": "x"}',
  ...given,
})

describe('two notations of one value give the same seal', () => {
  test.each([
    ['the order of names', '{"a": 1, "bb": true}', '{"bb": true, "a": 1}'],
    ['blanks', '{"a":1,"bb":true}', '{ "a": 1, "bb": true }'],
    ['names that are numbers', '{"10": 1, "9": 2, "a": 3}', '{"a": 3, "9": 2, "10": 1}'],
    ['nested names', '{"a": [{"x": 1, "y": 2}]}', '{"a": [{"y": 2, "x": 1}]}'],
    ['escapes', '{"a": "\\u00e9"}', '{"a": "é"}'],
  ])('%s', (_what, one, other) => {
    const text = sealText(anEntry({ detailsJson: one }), place)

    expect(sealText(anEntry({ detailsJson: other }), place)).toBe(text)
  })
})

describe('a changed value gives another seal', () => {
  test.each([
    ['number and text', '{"a": 1}', '{"a": "1"}'],
    ['a text that looks like a marked number', '{"a": 1}', '{"a": "n1"}'],
    ['null and text', '{"a": null}', '{"a": "null"}'],
    ['missing and null', '{}', '{"a": null}'],
    ['digits that a float does not hold', '{"a": 12345678901234567890}', '{"a": 12345678901234567891}'],
    ['the scale of a number', '{"a": 1}', '{"a": 1.0}'],
    ['a name for a value', '{"a": "b"}', '{"b": "a"}'],
    ['the order of a list', '{"a": [1, 2]}', '{"a": [2, 1]}'],
    ['the prototype’s name', '{"__proto__": {"a": 1}}', '{"__proto__": {"a": 2}}'],
  ])('%s', (_what, one, other) => {
    const text = sealText(anEntry({ detailsJson: one }), place)

    expect(sealText(anEntry({ detailsJson: other }), place)).not.toBe(text)
  })

  test('a character that moves from one field to the next', () => {
    const one = sealText(anEntry({ action: 'ab', subject: 'c' }), place)

    expect(sealText(anEntry({ action: 'a', subject: 'bc' }), place)).not.toBe(one)
  })
})

const scalar = fc.oneof(anyCharacters(), fc.integer(), fc.boolean(), fc.constant(null))
const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a', '1', '10'))
const json = fc.dictionary(names, scalar, { maxKeys: 4, noNullPrototype: true })
const text = fc.oneof(anyCharacters({ maxLength: 3 }), fc.constantFrom('a', '","', '\\'))
const entryContent = fc.record({
  organizationId: text,
  entryId: text,
  atMicroseconds: text,
  actor: json,
  action: text,
  subject: text,
  details: json,
  sequence: fc.bigInt({ min: 1n, max: 12n }),
  previousHash: fc.constantFrom('', 'ab', 'abcd'),
})
type Content = typeof entryContent extends fc.Arbitrary<infer T> ? T : never

const textOf = ({ actor, details, sequence, previousHash, ...entry }: Content): string =>
  sealText(
    { ...entry, actorJson: JSON.stringify(actor), detailsJson: JSON.stringify(details) },
    { sequence, previousHash },
  )

test('different entries never have the same hash, equal ones always do', () => {
  fc.assert(
    fc.property(entryContent, entryContent, fc.func(fc.boolean()), (one, two, isTaken) => {
      // Often equal in all but a few fields: only then would a collision be likely.
      const other = Object.fromEntries(
        Object.entries(one).map(([name, value]) => [name, isTaken(name) ? two[name as keyof Content] : value]),
      ) as Content
      const isSame = contentKey(one) === contentKey(other)

      expect(textOf(one) === textOf(other)).toBe(isSame)
    }),
  )
})

/** Equal exactly for equal content, with sorted names; written differently from the code under test. */
function contentKey(content: Content): string {
  const sorted = (value: Readonly<Record<string, unknown>>): unknown[] =>
    Object.keys(value)
      .toSorted()
      .map((name) => [name, value[name]])
  const { actor, details, sequence, ...rest } = content
  return JSON.stringify([sorted(actor), sorted(details), String(sequence), sorted(rest)])
}

test('seals are numbered from 1, and each covers the previous one', () => {
  const entries = [anEntry({ entryId: 'a' }), anEntry({ entryId: 'b' }), anEntry({ entryId: 'c' })]
  const hash = (value: string): string => `hash of ${value}`

  const all = sealed(CHAIN_START, entries, hash)
  const [first] = all
  const rest = first && sealed(first, entries.slice(1), hash)

  expect(all.map(({ sequence, entryId }) => [sequence, entryId])).toEqual([
    [1n, 'a'],
    [2n, 'b'],
    [3n, 'c'],
  ])
  expect(rest).toEqual(all.slice(1))
  expect(all[1]?.hash).toContain(JSON.stringify(first?.hash))
})

test("the authentication code of a chain's head covers organization, number and hash", () => {
  const end = { sequence: 1n, hash: 'ab' }

  const texts = [
    endText('shop1', end),
    endText('shop', { ...end, sequence: 11n }),
    endText('shop1', { ...end, sequence: 2n }),
    endText('shop1', { ...end, hash: 'ac' }),
  ]

  expect(new Set(texts).size).toBe(4)
})
