import { actorOf } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { importStarted, startImport, stopImport } from './change-import.ts'
import { checkImport } from './check-import.ts'
import { actorsOf, getFile, namesFor, PATH } from './import-requests.ts'
import { presentCheck, presentImport } from './present.ts'
import { readImportOptions } from './reading/import-options.ts'
import { CHECK, RUN, STOP } from './route-options.ts'

export type ImportRunRoutesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly machineClock: Clock
  readonly config: { readonly validation: 'strict' | 'lenient' }
}

/** Dry runs of one organization on this node; each reads a whole file. */
const CONCURRENT_CHECKS_MAX = 2

/** Work with an uploaded file: dry run, run, stop. */
export function importRunRoutes({ database, clock, machineClock, config }: ImportRunRoutesDeps): RoutePlugin {
  const { db } = database
  const reading = new FairTurns(perOrganization(CONCURRENT_CHECKS_MAX, 'files'))
  return async (app) => {
    acceptUntypedJson(app)
    app.post(`${PATH}/:importId/check`, CHECK, async (request) => {
      const file = await getFile(db, request)
      if (file.status !== 'UPLOADED') throw importStarted()
      const options = readImportOptions(request.body, file.columns)
      const { organizationId, validation = config.validation } = request.organization
      const checking = { db, clock, config: { validation } }
      return reading.run(organizationId, async () => presentCheck(await checkImport(checking, file, options)))
    })
    app.post(`${PATH}/:importId/run`, RUN, async (request, reply) => {
      const file = await getFile(db, request)
      const options = readImportOptions(request.body, file.columns)
      const nameOf = await namesFor(db, request, [...actorsOf(file), actorOf(request).by])
      return respondOnce(reply, {
        database,
        act: (transactions) =>
          startImport({ db: transactions, clock, machineClock }, actorOf(request), {
            importId: file.importId,
            options,
          }),
        present: (running) => ({ status: 200, body: presentImport(running, { nameOf }) }),
      })
    })
    app.post(`${PATH}/:importId/stop`, STOP, async (request, reply) => {
      const file = await getFile(db, request)
      const nameOf = await namesFor(db, request, [...actorsOf(file), actorOf(request).by])
      return respondOnce(reply, {
        database,
        act: (transactions) => stopImport({ db: transactions, clock, machineClock }, actorOf(request), file),
        present: (stopped) => ({ status: 200, body: presentImport(stopped, { nameOf }) }),
      })
    })
  }
}
