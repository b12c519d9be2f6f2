import Type from 'typebox'

/** The documented form of claims of reviews. */

export const ClaimName = Type.Object({ paymentId: Type.String({ description: 'The payment under review.' }) })
export const ClaimBody = Type.Object({
  takesOver: Type.Optional(
    Type.Boolean({ default: false, description: 'Ends the claim of somebody else; otherwise that is refused.' }),
  ),
})
export const ClaimContract = Type.Object({
  paymentId: Type.String(),
  name: Type.String({ description: 'Who is on it.' }),
  isOwn: Type.Boolean({ description: 'Whether it is you.' }),
  claimedAt: Type.String({ format: 'date-time' }),
  endsAt: Type.String({ format: 'date-time', description: 'Unless it is renewed by claiming it again.' }),
})
export const ClaimListContract = Type.Object({ claims: Type.Array(ClaimContract) })
