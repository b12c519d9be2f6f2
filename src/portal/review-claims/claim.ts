// pure

/** Somebody who looks at a payment under review. */
export type Claim = {
  readonly organizationId: string
  readonly paymentId: string
  readonly personId: string
  readonly claimedAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
}

/** A page renews its claim three times in this time, so one that was left ends soon. */
export const CLAIM_SECONDS = 90

type Claiming = {
  readonly place: Pick<Claim, 'organizationId' | 'paymentId'>
  readonly personId: string
  readonly at: Temporal.Instant
  /** Whether the claim of somebody else ends. */
  readonly isTakingOver: boolean
}

type ClaimOutcome =
  /** A renewal changes nothing but its end. */
  | { readonly kind: 'claimed' | 'renewed' | 'taken-over'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly by: Claim }

/** Who has the payment now; an ended claim is nobody's. */
export function claimed(before: Claim | undefined, { place, personId, at, isTakingOver }: Claiming): ClaimOutcome {
  const endsAt = at.add({ seconds: CLAIM_SECONDS })
  const held = before !== undefined && Temporal.Instant.compare(before.endsAt, at) > 0 ? before : undefined
  if (held?.personId === personId) return { kind: 'renewed', claim: { ...held, endsAt } }
  if (held !== undefined && !isTakingOver) return { kind: 'held', by: held }
  return {
    kind: held === undefined ? 'claimed' : 'taken-over',
    claim: { ...place, personId, claimedAt: at, endsAt },
  }
}
