import {
  type ErrorShape,
  type ErrorShapeOfPrefix,
  reasonedErrorShape,
  standardErrorShape,
} from '../../platform/http/errors/error-shape.ts'
import { AUTHENTICATION_FAILED } from '../authentication/authentication-refusal.ts'

/** A page says why a sign-in was refused; a request without credentials is refused as everywhere. */
const shape: ErrorShape = (failure, context) =>
  failure.reason === AUTHENTICATION_FAILED ? standardErrorShape(failure, context) : reasonedErrorShape(failure, context)

export const signInErrors: readonly ErrorShapeOfPrefix[] = [
  { prefix: '/organizations/v1/sign-in', shape },
  { prefix: '/organizations/v1/invitations', shape },
]
