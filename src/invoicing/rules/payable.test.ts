import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anInvoice, usd } from '../../../test/support/data/invoices.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { compareMoney, type Money, minus, parseMoney, plus, zero } from '../../kernel/money.ts'
import { checkPayerAmount, type Owed, owedOn, payableOf } from './payable.ts'

/** Currencies with 0, 2, 3 and 4 decimals. */
const CURRENCIES = ['JPY', 'USD', 'KWD', 'CLF'] as const
const currencies = fc.constantFrom(...CURRENCIES)

/** `owes('100.00 USD', { least: '30.00' })` */
function owes(balance: string, given: { reserved?: string; least?: string; isWhole?: boolean } = {}): Owed {
  const [amount = '', currency = ''] = balance.split(' ')
  const money = (text: string) => parseMoney(text, currency)
  return {
    balance: money(amount),
    reserved: money(given.reserved ?? '0'),
    canPayPartially: given.isWhole !== true,
    minimumPartial: money(given.least ?? '0'),
  }
}
const like = ({ balance: { currency } }: Owed, text: string) => parseMoney(text, currency)

describe('the payable amount', () => {
  test.each([
    ['all of it, where parts are not allowed', owes('100.00 USD', { isWhole: true }), ['exactly', '100.00']],
    ['any amount, without a minimum', owes('100.00 USD'), ['between', '0.01', '100.00']],
    ['any amount in yen', owes('100 JPY'), ['between', '1', '100']],
    ['any amount in dinars', owes('1.500 KWD'), ['between', '0.001', '1.500']],
    ['any amount in unidades de fomento', owes('1.5000 CLF'), ['between', '0.0001', '1.5000']],
    ['the minimum or more', owes('100.00 USD', { least: '30.00' }), ['between', '30.00', '100.00']],
    ['a minimum of zero is none', owes('100.00 USD', { least: '0' }), ['between', '0.01', '100.00']],
    ['all of a balance below the minimum', owes('20.00 USD', { least: '30.00' }), ['exactly', '20.00']],
    ['all of a balance that is the minimum', owes('30.00 USD', { least: '30.00' }), ['exactly', '30.00']],
    ['all of the smallest amount', owes('1 JPY'), ['exactly', '1']],
    ['what others have not reserved', owes('100.00 USD', { reserved: '60.00' }), ['between', '0.01', '40.00']],
    [
      'all that others left, below the minimum',
      owes('100.00 USD', { reserved: '80.00', least: '30.00' }),
      ['exactly', '20.00'],
    ],
    ['nothing while others hold all of it', owes('100.00 USD', { reserved: '100.00' }), ['held']],
    ['nothing of a total of zero', owes('0.00 USD'), ['nothing']],
  ] as const)('the payable amount is %s', (_, owed, [kind, ...amounts]) => {
    const [first = '0', second = '0'] = amounts
    const expected = {
      ...{ nothing: { kind }, held: { kind }, exactly: { kind, amount: like(owed, first) } },
      between: { kind, least: like(owed, first), most: like(owed, second) },
    }

    expect(payableOf(owed)).toEqual(expected[kind])
  })
})

describe('an amount', () => {
  test.each([
    ['0', owes('100.00 USD'), 'notPositive'],
    ['100.01', owes('100.00 USD'), 'aboveAvailable'],
    ['40.01', owes('100.00 USD', { reserved: '60.00' }), 'aboveAvailable'],
    ['0.01', owes('100.00 USD', { reserved: '100.00' }), 'held'],
    ['0.01', owes('0.00 USD'), 'nothingToPay'],
    ['99.99', owes('100.00 USD', { isWhole: true }), 'partNotAllowed'],
    ['29.99', owes('100.00 USD', { least: '30.00' }), 'belowMinimum'],
    ['19.99', owes('20.00 USD', { least: '30.00' }), 'belowMinimum'],
    ['2.999', owes('10.000 KWD', { least: '3.000' }), 'belowMinimum'],
    ['0.0001', owes('10.0000 CLF', { least: '0.0002' }), 'belowMinimum'],
  ])('an amount of %s is refused: case %#, %s', (amount, owed, refusal) => {
    expect(checkPayerAmount(owed, like(owed, amount))).toEqual({ outcome: 'refused', refusal })
  })

  test('an amount in another currency is refused', () => {
    expect(checkPayerAmount(owes('100 JPY'), parseMoney('1', 'USD'))).toMatchObject({ refusal: 'wrongCurrency' })
  })

  test.each([
    ['70.00', undefined],
    ['70.01', '29.99'],
    ['99.99', '0.01'],
    ['100.00', undefined],
  ])('paying %s of 100.00 with a minimum of 30.00 warns about a rest of %s', (amount, rest) => {
    const owed = owes('100.00 USD', { least: '30.00' })

    const check = checkPayerAmount(owed, like(owed, amount))

    expect(check).toEqual({ outcome: 'payable', restBelowMinimum: rest && like(owed, rest) })
  })
})

describe('an invoice', () => {
  const owed = (total: string, minimumPartial?: string) =>
    owedOn(
      anInvoice({
        balance: usd(total),
        terms: {
          canPayPartially: true,
          amounts: { minimumPartial: minimumPartial === undefined ? undefined : usd(minimumPartial) },
        },
      }),
    )

  test('without a minimum takes no part below the default one of its currency', () => {
    expect(checkPayerAmount(owed('100.00'), usd('0.01'))).toEqual({ outcome: 'refused', refusal: 'belowMinimum' })
    expect(checkPayerAmount(owed('100.00'), usd('0.99'))).toEqual({ outcome: 'refused', refusal: 'belowMinimum' })
    expect(checkPayerAmount(owed('100.00'), usd('1.00'))).toMatchObject({ outcome: 'payable' })
  })

  test('with a minimum of its own keeps to that one, even if it is lower', () => {
    expect(payableOf(owed('100.00', '0.05'))).toMatchObject({ kind: 'between', least: usd('0.05') })
    expect(payableOf(owed('100.00', '0.00'))).toMatchObject({ kind: 'between', least: usd('0.01') })
    expect(payableOf(owed('100.00', '30.00'))).toMatchObject({ kind: 'between', least: usd('30.00') })
  })

  test('of less than the default minimum can be paid as a whole', () => {
    expect(payableOf(owed('0.40'))).toEqual({ kind: 'exactly', amount: usd('0.40') })
  })
})

const money = (currency: string, max: bigint) =>
  fc.bigInt({ min: 0n, max }).map((minor): Money => ({ minor, currency }))
const anyOwed: fc.Arbitrary<Owed> = currencies.chain((currency) =>
  fc
    .record({
      balance: money(currency, 1_000n),
      taken: fc.integer({ min: 0, max: 100 }),
      canPayPartially: fc.boolean(),
      minimumPartial: money(currency, 1_200n),
    })
    .map(({ balance, taken, ...terms }) => ({
      ...terms,
      balance,
      reserved: { ...balance, minor: (balance.minor * BigInt(taken)) / 100n },
    })),
)

test('only the offered amounts can be paid', () => {
  const amounts = fc.bigInt({ min: -2n, max: 1_100n })
  fc.assert(
    fc.property(anyOwed, amounts, (owed, minor) => {
      const amount = { minor, currency: owed.balance.currency }
      const payable = payableOf(owed)
      const isOffered =
        payable.kind === 'exactly'
          ? compareMoney(amount, payable.amount) === 0
          : payable.kind === 'between' &&
            compareMoney(amount, payable.least) >= 0 &&
            compareMoney(amount, payable.most) <= 0

      expect(checkPayerAmount(owed, amount).outcome).toBe(isOffered ? 'payable' : 'refused')
    }),
    { seed, numRuns: 2_000 },
  )
})

/** The smallest amount that can be paid; undefined if there is none. */
function leastPayable(owed: Owed): Money | undefined {
  const payable = payableOf(owed)
  if (payable.kind === 'exactly') return payable.amount
  return payable.kind === 'between' ? payable.least : undefined
}

test('paying the least amount again and again pays the invoice, and warns about a rest that can only be paid in full', () => {
  fc.assert(
    fc.property(anyOwed, (given) => {
      const isOnlyWhole = (rest: Money) => rest.minor > 0n && compareMoney(rest, given.minimumPartial ?? rest) < 0
      let owed: Owed = { ...given, reserved: zero(given.balance.currency) }
      let amount = leastPayable(owed)
      while (amount !== undefined) {
        const check = checkPayerAmount(owed, amount)
        const balance = minus(owed.balance, amount)
        expect(balance.minor).toBeLessThan(owed.balance.minor)
        expect(check).toEqual({ outcome: 'payable', restBelowMinimum: isOnlyWhole(balance) ? balance : undefined })
        owed = { ...owed, balance }
        amount = leastPayable(owed)
      }

      expect(owed.balance.minor).toBe(0n)
    }),
    { seed, numRuns: 80 },
  )
})

type Step = { readonly share: number; readonly end: 'approve' | 'decline' | 'none'; readonly which: number }
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    share: fc.integer({ min: 0, max: 120 }),
    end: fc.constantFrom('approve', 'decline', 'none'),
    which: fc.nat(9),
  }),
  { maxLength: 40 },
)

/** The outcome of all attempts on one invoice so far. */
type Ledger = { readonly paid: Money; readonly open: readonly Money[] }

function started({ paid, open }: Ledger, owed: Owed, amount: Money): Ledger {
  return { paid, open: checkPayerAmount(owed, amount).outcome === 'payable' ? [...open, amount] : open }
}

function ended({ paid, open }: Ledger, { end, which }: Step): Ledger {
  const one = open[which % Math.max(open.length, 1)]
  if (end === 'none' || one === undefined) return { paid, open }
  const others = open.toSpliced(open.indexOf(one), 1)
  return { paid: end === 'approve' ? plus(paid, one) : paid, open: others }
}

test('concurrent payers never pay more than the total, and never leave an unpayable rest', () => {
  fc.assert(
    fc.property(anyOwed, steps, (given, moves) => {
      const { balance: total } = given
      const none = zero(total.currency)
      const owedAfter = ({ paid, open }: Ledger): Owed => ({
        ...given,
        balance: minus(total, paid),
        reserved: open.reduce(plus, none),
      })
      let ledger: Ledger = { paid: none, open: [] }
      for (const move of moves) {
        const amount = { ...total, minor: (total.minor * BigInt(move.share)) / 100n }
        ledger = ended(started(ledger, owedAfter(ledger), amount), move)

        const owed = owedAfter(ledger)
        const left = minus(owed.balance, owed.reserved)
        expect(left.minor).toBeGreaterThanOrEqual(0n)
        expect(leastPayable(owed) !== undefined).toBe(left.minor > 0n)
      }
    }),
    { seed, numRuns: 500 },
  )
})
