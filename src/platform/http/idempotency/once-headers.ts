import Type from 'typebox'

const key = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A repeated request with the same key and body gets the first response; nothing is done twice.',
})

/** Documents the header of routes that respond once to an Idempotency-Key. */
export const OnceHeaders = Type.Object({ 'Idempotency-Key': Type.Optional(key) })

/** The same of routes that refuse requests without one. */
export const RequiredKeyHeaders = Type.Object({ 'Idempotency-Key': key })
