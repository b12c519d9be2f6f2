import { AppError } from '../../kernel/errors.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { PAYMENT_PATH } from '../rules/payment-link.ts'

/**
 * The target of payment links. There is no page yet, but links exist: the route answers 404 and keeps the
 * token, which is all that a payer needs, out of the log.
 */
export const paymentPageRoutes: RoutePlugin = async (app) => {
  app.get(`${PAYMENT_PATH}:token`, { config: { isPathSecret: true }, schema: { hide: true } }, async () => {
    throw new AppError('not-found', 'NOT_FOUND', 'There is no payment page here.')
  })
}
