import type { Static } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { RequestDetails, RequestList, RequestPlace, RequestQuery } from './contract.ts'
import { keptSince } from './logged-request.ts'
import { findRequest, type ListedRequest, listRequests } from './request-log-store.ts'
import type { RequestRecorder } from './request-recorder.ts'

export type RequestLogDeps = {
  readonly database: Pick<Database, 'db'>
  readonly machineClock: Clock
  readonly requests: RequestRecorder
}

const PATH = '/portal/v1/request-log'
const FOR_PEOPLE = { scope: 'keys', isForPeople: true } as const
const tags = ['Portal']

const LIST = {
  config: { ...FOR_PEOPLE, isList: true },
  schema: {
    operationId: 'getRequestLog',
    summary: 'List what programs and people asked of the API',
    description: 'What people only read is left out, unless it failed. For people who have signed in; a key gets 403.',
    tags,
    querystring: RequestQuery,
    response: { 200: RequestList },
  },
} as const
const GET = {
  config: { ...FOR_PEOPLE, documentedResponses: { 404: failureWhen('The log has no such request, or no longer.') } },
  schema: {
    operationId: 'getLoggedRequest',
    summary: 'Get one request of the log',
    tags,
    params: RequestPlace,
    querystring: ActingFor,
    response: { 200: RequestDetails },
  },
} as const

/** The request log of an organization, for its owners and admins. */
export function requestLogRoutes({ database: { db }, machineClock, requests }: RequestLogDeps): RoutePlugin {
  return async (app) => {
    app.get<{ Querystring: Static<typeof RequestQuery> }>(PATH, LIST, async ({ organization, query }) => {
      await requests.flush()
      const { outcome, before, limit = 50, ...chosen } = query
      const filter = {
        ...chosen,
        organizationId: organization.organizationId,
        since: keptSince(machineClock.now()),
        isFailed: outcome === undefined ? undefined : outcome === 'failed',
        before: before === undefined ? undefined : BigInt(before),
      }
      const found = await listRequests(db, filter, { limit: limit + 1 })
      const page = found.slice(0, limit)
      const nameOf = await findSenderNames(db, page)
      const next = found.length > limit ? String(page.at(-1)?.position) : null
      return { requests: page.map((request) => presentRequest(request, nameOf)), next }
    })
    app.get<{ Params: Static<typeof RequestPlace> }>(`${PATH}/:id`, GET, async ({ organization, params }) => {
      const place = { organizationId: organization.organizationId, position: BigInt(params.id) }
      const request = await findRequest(db, { ...place, since: keptSince(machineClock.now()) })
      if (request === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The log has no such request.')
      const { refusal, requestBody = null, responseBody = null } = request
      return {
        ...presentRequest(request, await findSenderNames(db, [request])),
        ...{ message: refusal?.message ?? null, problems: [...(refusal?.problems ?? [])], requestBody, responseBody },
      }
    })
  }
}

type NameOf = (request: ListedRequest) => string | null

async function findSenderNames(db: Db, requests: readonly ListedRequest[]): Promise<NameOf> {
  const keyIds = requests.flatMap(({ keyId }) => keyId ?? [])
  const personIds = requests.flatMap(({ personId }) => personId ?? [])
  const [labels, emails] = await Promise.all([people.findKeyLabels(db, keyIds), people.findEmails(db, personIds)])
  return ({ keyId, personId }) => labels.get(keyId ?? '') ?? emails.get(personId ?? '') ?? null
}

function presentRequest(request: ListedRequest, nameOf: NameOf): Static<typeof RequestList>['requests'][number] {
  const { position, requestId, at, method, path, status, durationMs, keyId, personId, refusal } = request
  const sender = { id: keyId ?? personId ?? '', name: nameOf(request) }
  return {
    ...{ id: String(position), requestId, at: writtenInstant(at), method, path, status, durationMs },
    sender: { kind: keyId === undefined ? 'person' : 'key', ...sender },
    reason: refusal?.reason ?? null,
  }
}
