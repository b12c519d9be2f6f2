import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock/clock.ts'
import { contentDisposition } from '../../platform/http/pages/content-disposition.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type TrailReport, verifyAudit } from '../verification/verify-audit.ts'
import { AuditExportQuery, AuditList, AuditQuery, EXPORTED_MAX, Verification, VerificationQuery } from './contract.ts'
import { findEntries, type NamedEntry } from './find-entries.ts'
import { CSV_HEADER, csvLine, presentEntry } from './present-entry.ts'
import { type AuditPlace, placeText, readAuditFilter, readAuditPlace } from './read-audit-query.ts'

export type AuditRoutesDeps = { readonly database: Database; readonly secrets: Secrets; readonly machineClock: Clock }

const PATH = '/organizations/v1/audit'
const EXPORT_PAGE = 1_000
const PROBLEMS_MAX = 100
const FOR_PEOPLE = { scope: 'audit', isForPeople: true, isList: true } as const
const tags = ['Organizations']

const LIST = {
  config: FOR_PEOPLE,
  schema: {
    operationId: 'getAudit',
    summary: 'List and search the audit trail',
    description: 'Who did what to the organization. For people who have signed in; a key gets 403.',
    tags,
    querystring: AuditQuery,
    response: { 200: AuditList },
  },
} as const
const CSV = {
  config: {
    ...FOR_PEOPLE,
    documentedResponses: {
      200: { description: 'The entries.', content: { 'text/csv': { schema: { type: 'string' } } } },
    },
  },
  schema: {
    operationId: 'getAuditAsCsv',
    summary: 'Download the audit trail as CSV',
    description: `The newest first; at most ${EXPORTED_MAX} entries.`,
    tags,
    querystring: AuditExportQuery,
  },
} as const
const VERIFY = {
  config: FOR_PEOPLE,
  schema: {
    operationId: 'verifyAudit',
    summary: 'Check the audit trail for tampering',
    tags,
    querystring: VerificationQuery,
    response: { 200: Verification },
  },
} as const

/** The audit trail of an organization, for its owners and admins. */
export function auditRoutes({ database, secrets, machineClock }: AuditRoutesDeps): RoutePlugin {
  const { db } = database
  return async (app) => {
    app.get<{ Querystring: Static<typeof AuditQuery> }>(PATH, LIST, async ({ organization, query }) => {
      const { before, limit = 50, ...filter } = query
      const sought = { ...readAuditFilter(filter), organizationId: organization.organizationId }
      const found = await findEntries(db, { ...sought, before: readAuditPlace(before) }, { limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const next = found.length > limit && last !== undefined ? placeText(last) : null
      return { entries: page.map(presentEntry), next }
    })
    app.get<{ Querystring: Static<typeof AuditExportQuery> }>(`${PATH}/csv`, CSV, async (request, reply) => {
      const { organizationId } = request.organization
      const sought = { ...readAuditFilter(request.query), organizationId }
      const day = machineClock.now().toString().slice(0, 10)
      // For HEAD, Fastify would still read the whole body.
      const content = request.method === 'HEAD' ? [] : csvPieces(db, sought)
      return sendCsv(reply, content, `audit-${organizationId}-${day}.csv`)
    })
    app.get<{ Querystring: Static<typeof VerificationQuery> }>(
      `${PATH}/verification`,
      VERIFY,
      async ({ organization: { organizationId }, query: { head } }) => {
        const [sequence = '', hash = ''] = head?.split(':') ?? []
        const keptHead = head === undefined ? undefined : { sequence: BigInt(sequence), hash }
        const [report] = await verifyAudit({ db: database, secrets }, { organizationId, keptHead })
        return presentReport(report)
      },
    )
  }
}

function sendCsv(reply: FastifyReply, content: Iterable<string> | AsyncIterable<string>, name: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition('attachment', name))
    .send(Readable.from(content, { objectMode: false }))
}

type Sought = Parameters<typeof findEntries>[1]

/** One piece for each portion: the next is read when this one has been sent. */
async function* csvPieces(db: Db, sought: Sought): AsyncGenerator<string> {
  yield CSV_HEADER
  let before: AuditPlace | undefined
  for (let count = 0; count < EXPORTED_MAX; count += EXPORT_PAGE) {
    const entries: readonly NamedEntry[] = await findEntries(db, { ...sought, before }, { limit: EXPORT_PAGE })
    if (entries.length > 0) yield entries.map(csvLine).join('')
    if (entries.length < EXPORT_PAGE) return
    before = entries.at(-1)
  }
}

function presentReport(report: TrailReport | undefined): Static<typeof Verification> {
  const { entries = 0, sealed = 0, unsealed = 0, head, problems = [], problemCount = 0 } = report ?? {}
  return {
    ...{ isIntact: problemCount === 0, entries, sealed, unsealed, problemCount },
    head: head === undefined ? null : `${head.sequence}:${head.hash}`,
    problems: problems.slice(0, PROBLEMS_MAX).map(({ kind, entryId = null, sequence }) => ({
      ...{ kind, entryId, sequence: sequence === undefined ? null : Number(sequence) },
    })),
  }
}
