import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownBody, shownText } from './shown-body.ts'

const CARD = '4111111111111111'
const KEY = `qk_0123456789abcdef_${'a'.repeat(43)}`

describe('a body is kept without what opens or charges something', () => {
  test.each([
    ['a card', { card: { number: CARD, securityCode: '123' } }],
    ['a card number in a note', { note: `paid with 4111 1111 1111 1111 yesterday` }],
    ['a card number as a number', { reference: Number(CARD) }],
    ['a password', { currentPassword: '123', newPassword: '123' }],
    ['a bearer key', { text: `use ${KEY}` }],
    ['a secret key', { keyInformation: { key: '123'.repeat(10) } }],
    ['a token in a list', { tokens: ['123', '123'] }],
    ['a bank account', { bank: { account: { number: '123' }, routingNumber: '123' } }],
  ])('%s', (_name, body) => {
    const shown = shownBody(body) ?? ''

    expect(shown).toContain('[removed]')
    expect(shown).not.toMatch(/4111|123|qk_/)
  })

  test('anything else stays as it is', () => {
    const body = {
      ...{
        id: 'A100',
        amounts: [1.5, '35.00', null, true],
        key: 'tax',
        customer: { name: 'Ada', email: 'a@example.com' },
      },
      ...{ orderId: '123456789012', empty: '' },
    }

    expect(JSON.parse(shownBody(body) ?? '')).toEqual(body)
  })
})

test('no card number is left, wherever it stands', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string(), (value, name) => {
      const shown = shownBody({ [name]: value, list: [value, { [name]: `x ${CARD} y` }] }) ?? ''

      expect(shown).not.toContain(CARD)
    }),
  )
})

test('an empty text, a very long one and one that is not JSON are not kept', () => {
  expect([shownText('<html>'), shownText(''), shownText(`"${'x'.repeat(300_000)}"`), shownBody(undefined)]).toEqual(
    Array.from({ length: 4 }),
  )
  expect(shownBody({ text: 'x'.repeat(50_000) })?.length).toBe(16_000)
})
