import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { pageReaders } from '../../kernel/reading/page-query.ts'
import { members, optional, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { actorOf } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import { perOrganization } from '../../platform/http/limits/per-organization.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { listDefinitions } from '../custom-fields/custom-field-store.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { removeImport } from './change-import.ts'
import { IMPORTS_LISTED_DEFAULT, IMPORTS_LISTED_MAX, RESULTS_DEFAULT, RESULTS_MAX } from './contract.ts'
import { findRememberedOptions } from './import-mapping-store.ts'
import { actorsOf, getFile, namesFor, PATH } from './import-requests.ts'
import { findWaitingMailsOfImport, listResults } from './import-result-store.ts'
import { readFirstRows } from './import-row-store.ts'
import { listImports } from './import-store.ts'
import { FILE_BYTES_MAX, FILE_NAME_LENGTH_MAX, OUTCOMES } from './invoice-import.ts'
import { presentHeader, presentImport, presentResult } from './present.ts'
import { suggestMapping } from './reading/suggest-mapping.ts'
import { DELETE, GET, LIST, RESULTS, UPLOAD } from './route-options.ts'
import { uploadImport } from './upload-import.ts'

export type ImportRoutesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly machineClock: Clock
}

const SAMPLES = 3
/** Each file is in memory while it is read. */
const CONCURRENT_FILES_MAX = 2

const UPLOAD_QUERY = members({
  fileName: optional(given(plainText(FILE_NAME_LENGTH_MAX))),
  delimiter: optional(given(oneOf(['comma', 'semicolon', 'tab']))),
})
const DELIMITER = { comma: ',', semicolon: ';', tab: '\t' } as const
const LIST_QUERY = members({ limit: withDefault(given(wholeNumber(1, IMPORTS_LISTED_MAX)), IMPORTS_LISTED_DEFAULT) })
const RESULTS_QUERY = members({
  outcome: optional(given(oneOf(OUTCOMES))),
  ...pageReaders(RESULTS_MAX, RESULTS_DEFAULT),
})

/** Files of invoices: upload, columns and progress, results. */
export function importRoutes(deps: ImportRoutesDeps): RoutePlugin {
  const { database, clock, machineClock } = deps
  const { db } = database
  const reading = new FairTurns(perOrganization(CONCURRENT_FILES_MAX, 'files'))
  return async (app) => {
    acceptUntypedJson(app)
    app.addContentTypeParser(
      /^text\/csv(?:\s*;|$)/i,
      { parseAs: 'buffer', bodyLimit: FILE_BYTES_MAX },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.post(PATH, UPLOAD, async (request, reply) => {
      refuseNonMerchant(request)
      const { fileName, delimiter } = valueOrThrow(UPLOAD_QUERY(request.query, ''))
      const bytes = fileOf(request)
      const input = { bytes, fileName, delimiter: delimiter && DELIMITER[delimiter] }
      const actor = actorOf(request)
      const nameOf = await namesFor(db, request, [actor.by])
      return reading.run(request.organization.organizationId, () =>
        respondOnce(reply, {
          database,
          act: (transactions) => uploadImport({ db: transactions, clock, machineClock }, actor, input),
          present: (file) => ({ status: 201, body: presentImport(file, { nameOf }) }),
        }),
      )
    })
    app.get(PATH, LIST, async (request) => {
      refuseNonMerchant(request)
      const { organizationId } = request.organization
      const { limit } = valueOrThrow(LIST_QUERY(request.query, ''))
      const files = await listImports(db, { organizationId, limit })
      const nameOf = await namesFor(db, request, files.flatMap(actorsOf))
      return { imports: files.map((file) => presentImport(file, { nameOf })) }
    })
    app.get(`${PATH}/:importId`, GET, async (request) => {
      const file = await getFile(db, request)
      const [nameOf, mails, samples, remembered, definitions] = await Promise.all([
        namesFor(db, request, actorsOf(file)),
        findWaitingMailsOfImport(db, file),
        readFirstRows(db, file, { limit: SAMPLES }),
        findRememberedOptions(db, file),
        listDefinitions(db, file.organizationId),
      ])
      const header = { samples, remembered, suggested: suggestMapping(file.columns, definitions) }
      return { ...presentImport(file, { nameOf, mails }), ...presentHeader(file, header) }
    })
    app.get(`${PATH}/:importId/results`, RESULTS, async (request) => {
      const file = await getFile(db, request)
      const results = await listResults(db, file, valueOrThrow(RESULTS_QUERY(request.query, '')))
      return { results: results.map(presentResult) }
    })
    app.delete(`${PATH}/:importId`, DELETE, async (request, reply) => {
      const file = await getFile(db, request)
      await removeImport({ db: database, clock, machineClock }, actorOf(request), file)
      return reply.code(204).send()
    })
  }
}

function fileOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  const message = 'Send the CSV file, in UTF-8, with the content type text/csv.'
  throw new AppError('unsupported-media-type', 'UNSUPPORTED_MEDIA_TYPE', message, [
    { field: 'content-type', reason: 'INVALID_DATA' },
  ])
}
