import Type from 'typebox'
import { ONCE_REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { ActingFor, actorOf, people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { sendTestMail, TESTS_PER_HOUR } from './send-test-mail.ts'

export type TestMailRoutesDeps = { readonly database: Database; readonly clock: Clock; readonly machineClock: Clock }

const Accepted = Type.Object({ recipient: Type.String({ description: 'Your own address.' }) })

const SEND = {
  config: {
    scope: 'invoices',
    isForPeople: true,
    documentedHeaders: OnceHeaders,
    documentedResponses: {
      202: Accepted,
      ...ONCE_REFUSALS,
      429: failureWhen(`TOO_MANY_TEST_MAILS: ${TESTS_PER_HOUR} within an hour.`),
    },
  },
  schema: {
    operationId: 'sendTestMail',
    summary: 'Send yourself a test mail',
    description:
      'The mail of a sample invoice with the saved settings, to your own address. For people who have signed in; a key gets 403.',
    tags: ['Portal'],
    querystring: ActingFor,
  },
} as const

/** Lets people see the mails of their customers in their own mailbox. */
export function testMailRoutes({ database, clock, machineClock }: TestMailRoutesDeps): RoutePlugin {
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/portal/v1/test-mails', SEND, async (request, reply) => {
      refuseNonMerchant(request)
      const { person } = people.userOf(request)
      return respondOnce(reply, {
        database,
        act: (db) => sendTestMail({ db, clock, machineClock }, actorOf(request), person),
        present: (sent) => ({ status: 202, body: sent }),
      })
    })
  }
}
