import { expect, test } from 'vitest'
import { CLAIM_SECONDS, claimed } from './claim.ts'

const place = { organizationId: 'shop', paymentId: '1'.repeat(22) }
const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const [ada, bob] = ['ada', 'bob']
const byAda = { place, personId: ada, at, isTakingOver: false }
const claimOfAda = { ...place, personId: ada, claimedAt: at, endsAt: at.add({ seconds: CLAIM_SECONDS }) }

test('a payment that nobody has is claimed, and the claim is renewed by its own person only', () => {
  const later = at.add({ seconds: 30 })

  expect(claimed(undefined, byAda)).toEqual({ kind: 'claimed', claim: claimOfAda })
  expect(claimed(claimOfAda, { ...byAda, at: later })).toEqual({
    kind: 'renewed',
    claim: { ...claimOfAda, endsAt: later.add({ seconds: CLAIM_SECONDS }) },
  })
  expect(claimed(claimOfAda, { ...byAda, personId: bob, at: later })).toEqual({ kind: 'held', by: claimOfAda })
})

test('a claim is taken over on request, and one that has ended is nobody’s', () => {
  const later = at.add({ seconds: 30 })

  expect(claimed(claimOfAda, { ...byAda, personId: bob, at: later, isTakingOver: true })).toMatchObject({
    kind: 'taken-over',
    claim: { personId: bob, claimedAt: later },
  })
  expect(claimed(claimOfAda, { ...byAda, personId: bob, at: claimOfAda.endsAt })).toMatchObject({ kind: 'claimed' })
})
