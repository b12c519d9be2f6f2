import type { FastifyInstance } from 'fastify'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import { withDatabaseUse } from '../../platform/postgres/database-use.ts'
import { senderOf } from './request-context.ts'

const LISTS_PER_ORGANIZATION = 4

/**
 * Makes organizations take turns: a request asks PostgreSQL in the name of its caller's organization, and few lists of one
 * organization are served concurrently. A list that sends a long response counts until its end, because it holds a query.
 */
export function addFairTurns(app: FastifyInstance): void {
  const lists = new FairTurns(perOrganization(LISTS_PER_ORGANIZATION, 'lists or searches'))
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, routeOptions } = request
    const owner = routeOptions.config.isAboutPerson ? senderOf(request) : caller.owner.organizationId
    const { isList = false } = routeOptions.config
    if (!isList) {
      withDatabaseUse({ owner, purpose: 'work' }, done)
      return
    }
    const gone = goneSignal(reply.raw)
    const take = async (): Promise<void> => {
      const release = await lists.take(owner, gone)
      reply.raw.once('close', release)
    }
    take().then(
      () => withDatabaseUse({ owner, purpose: 'list', gone }, done),
      (error: Error) => done(error),
    )
  })
}
