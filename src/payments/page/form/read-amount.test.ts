import { describe, expect, test } from 'vitest'
import { usd } from '../../../../test/support/data/invoices.ts'
import { payableOf } from '../../../invoicing/pure.ts'
import { parseMoney } from '../../../kernel/money.ts'
import { isOutdated } from './read-amount.ts'

const PARTS = { balance: usd('100.00'), reserved: usd('0.00'), canPayPartially: true, minimumPartial: usd('10.00') }
const WHOLE = { ...PARTS, canPayPartially: false }
const EUROS = {
  ...PARTS,
  balance: parseMoney('100.00', 'EUR'),
  reserved: parseMoney('0.00', 'EUR'),
  minimumPartial: parseMoney('10.00', 'EUR'),
}

describe('a page is outdated', () => {
  test.each([
    ['the whole amount is another one', { shown: '90.00 USD' }, WHOLE],
    ['the largest part is another one, and all is paid', { shown: '120.00 USD', amountChoice: 'full' }, PARTS],
    ['the currency is another one', { shown: '100.00 USD' }, EUROS],
    ['the currency is another one, and a part was typed', { shown: '100.00 USD', amount: '40' }, EUROS],
    ['a part was typed where none can be paid any more', { shown: '100.00 USD', amount: '40' }, WHOLE],
    ['others hold everything', { shown: '100.00 USD' }, { ...PARTS, reserved: usd('100.00') }],
  ])('if %s', (_, values, owed) => {
    expect(isOutdated(values, { owed, payable: payableOf(owed) })).toBe(true)
  })
})

describe('a page is not outdated', () => {
  test.each([
    ['if the whole amount is the same', { shown: '100.00 USD' }, WHOLE],
    ['if all can be paid as it was shown', { shown: '100.00 USD', amountChoice: 'full' }, PARTS],
    ['if a part was typed, whatever the rest is', { shown: '160.00 USD', amount: '40' }, PARTS],
    ['if exactly what is left was typed', { shown: '160.00 USD', amount: '100,00' }, WHOLE],
    ['if the form does not say what was shown', {}, WHOLE],
  ])('%s', (_, values, owed) => {
    expect(isOutdated(values, { owed, payable: payableOf(owed) })).toBe(false)
  })
})
