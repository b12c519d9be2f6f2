import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBalances } from './compare-balances.ts'

async function* amounts(of: Readonly<Record<string, bigint>>) {
  for (const invoiceNumber of Object.keys(of).sort()) {
    yield { organizationId: 'shop', invoiceNumber, minor: of[invoiceNumber] ?? 0n }
  }
}

test('equal amounts have no differences, and each other one is named', async () => {
  const paid = { A: 100n, B: 250n, D: 7n }
  const received = { A: 100n, B: 251n, C: 9n }

  expect(await compareBalances(amounts(paid), amounts(paid))).toEqual({ invoices: 3, differences: 0, named: [] })
  expect(await compareBalances(amounts(paid), amounts(received))).toEqual({
    invoices: 4,
    differences: 3,
    named: ['shop B', 'shop C', 'shop D'],
  })
  expect(await compareBalances(amounts({}), amounts({}))).toEqual({ invoices: 0, differences: 0, named: [] })
})

test('as many invoices differ as have another amount on one side', async () => {
  const side = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E'), fc.bigInt({ min: 1n, max: 2n }), {
    noNullPrototype: true,
  })
  await fc.assert(
    fc.asyncProperty(side, side, async (paid, received) => {
      const names = new Set([...Object.keys(paid), ...Object.keys(received)])

      const { invoices, differences } = await compareBalances(amounts(paid), amounts(received))

      expect(invoices).toBe(names.size)
      expect(differences).toBe([...names].filter((name) => paid[name] !== received[name]).length)
    }),
  )
})
