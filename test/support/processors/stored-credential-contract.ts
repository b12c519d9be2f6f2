import { expect, test } from 'vitest'
import {
  callOf,
  capabilitiesOf,
  charge,
  factsOf,
  HUNDRED,
  NEVER_MORE,
  newKey,
  type ProcessorUnderTest,
  type Start,
  soon,
  type Wanted,
} from './processor-under-test.ts'

const REVOKED = { status: 'revoked' } as const

/** Only where the processor's page offers methods that ours does not name. */
export function describeHostedMethods(start: Start): void {
  test('the facts name the method that the payer chose on the processor’s page', async () => {
    const tested = await start()
    const { processor, organizationId, account, choices = [] } = tested
    if (!capabilitiesOf(tested).methods.includes('hosted')) return
    expect(choices.length).toBeGreaterThan(0)

    for (const { entered, method } of choices) {
      const key = newKey()
      const begun = await processor.begin({ ...callOf(tested, key), method: 'hosted' }, soon())
      await tested.endCheckout({ organizationId, key }, entered)
      const ended = await processor.outcome({ organizationId, account, key }, soon())

      expect(factsOf(begun).method).toBeUndefined()
      expect(ended).toMatchObject({ status: 'approved', facts: { method } })
      expect(await processor.lookup({ organizationId, account, key }, soon())).toEqual(ended)
    }
  })
}

/** Charges with the payer's consent, and returns the processor's reference; undefined where it stores nothing. */
async function store(tested: ProcessorUnderTest, wanted: Wanted): Promise<string | undefined> {
  const stored = await charge(tested, newKey(), wanted, { storesCredential: true })
  const { storedCredential } = factsOf(stored)
  expect(storedCredential !== undefined).toBe(capabilitiesOf(tested).storesCredentials)
  return storedCredential
}
const later = (tested: ProcessorUnderTest, storedCredential: string, key = newKey()) =>
  tested.processor.authorize(
    { ...callOf(tested, key), isAuthenticated: true, source: { method: tested.method, storedCredential } },
    soon(),
  )
const revoke = ({ processor, organizationId, account }: ProcessorUnderTest, storedCredential: string) =>
  processor.revoke({ organizationId, account, storedCredential }, soon())

export function describeStoredCredentials(start: Start): void {
  test('an account that was stored is charged later without the payer, each key once, and refunded', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const credential = await store(tested, 'approved')
    if (credential === undefined) return
    const key = newKey()

    const [first, again] = [await later(tested, credential, key), await later(tested, credential, key)]

    expect(first).toMatchObject({ status: 'approved' })
    expect(factsOf(first).storedCredential).toBeUndefined()
    expect(again).toEqual(first)
    expect(await processor.lookup({ organizationId, account, key }, soon())).toEqual(first)
    const refund = { key: newKey(), organizationId, account, of: key, amount: HUNDRED }
    expect(await processor.refund(refund, soon())).toMatchObject({ status: 'approved' })
  })

  test('an account that is refused later is declined with a reason', async () => {
    const tested = await start()
    if (tested.sourceFor('declinedLater') === undefined || !capabilitiesOf(tested).storesCredentials) return
    const credential = await store(tested, 'declinedLater')

    expect(await later(tested, credential ?? '')).toMatchObject({ status: 'declined', reason: expect.any(String) })
  })

  test('an account whose payer would have to confirm is declined later, because no payer is there', async () => {
    const tested = await start()
    if (tested.sourceFor('challenge') === undefined || !capabilitiesOf(tested).storesCredentials) return
    const credential = await store(tested, 'challenge')

    expect(await later(tested, credential ?? '')).toMatchObject({ status: 'declined', reason: 'authenticationFailed' })
  })

  test('a credential is revoked any number of times, and is charged no more', async () => {
    const tested = await start()
    const credential = await store(tested, 'approved')
    if (credential === undefined) return
    expect(await later(tested, credential)).toMatchObject({ status: 'approved' })

    const answers = await Promise.all([1, 2, 3].map(() => revoke(tested, credential)))

    expect([...answers, await revoke(tested, credential)]).toEqual(Array.from({ length: 4 }, () => REVOKED))
    expect(await later(tested, credential)).toMatchObject(NEVER_MORE)
  })

  test('a credential that is not known is revoked with the same answer, and another organization’s stays', async () => {
    const tested = await start()
    const credential = await store(tested, 'approved')
    if (credential === undefined) return
    const other = { ...tested, organizationId: 'somebody-else' }

    expect(await revoke(other, credential)).toEqual(REVOKED)
    expect(await revoke(tested, `${credential}0`)).toEqual(REVOKED)
    expect(await later(other, credential)).toMatchObject(NEVER_MORE)
    expect(await later(tested, credential)).toMatchObject({ status: 'approved' })
  })
}
