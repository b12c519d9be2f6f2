import type { Static } from 'typebox'
import { refuseInvalid } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { changeMerchantGroup, createMerchantGroup, deleteMerchantGroup } from '../groups/change-merchant-groups.ts'
import type { MemberChanges, MerchantGroup } from '../groups/merchant-group.ts'
import { findMerchantGroup, listMerchantGroups, unknownMerchantGroup } from '../groups/merchant-group-store.ts'
import { ActingFor } from '../http/contract.ts'
import { actorOf } from '../http/request-context.ts'
import { findOrganizationNames } from '../tree/organization-store.ts'
import { GroupChange, GroupContract, GroupList, GroupName, GroupRequest, GroupSummary } from './contract.ts'

export type GroupRoutesDeps = { readonly database: Database; readonly clock: Clock; readonly machineClock: Clock }

const GROUPS = '/organizations/v1/merchant-groups'
const GROUPS_MAX = 1_000
const READING = { scope: 'reports:read' } as const
const CHANGING = { scope: 'organization', isForPeople: true, documentedHeaders: OnceHeaders } as const
const tags = ['Organizations']
const NOT_FOUND = failureWhen('The organization has no such group.')
const TAKEN = failureWhen('DUPLICATE: another group has the name.')

const LIST = {
  config: { ...READING, isList: true },
  schema: {
    operationId: 'getMerchantGroups',
    summary: 'List groups of merchants',
    description: 'For reports about several merchants together.',
    tags,
    querystring: ActingFor,
    response: { 200: GroupList },
  },
} as const
const GET = {
  config: { ...READING, documentedResponses: { 404: NOT_FOUND } },
  schema: {
    operationId: 'getMerchantGroup',
    summary: 'Get a group of merchants',
    tags,
    querystring: ActingFor,
    params: GroupName,
    response: { 200: GroupContract },
  },
} as const
const CREATE = {
  config: { ...CHANGING, documentedResponses: { 409: TAKEN } },
  schema: {
    operationId: 'createMerchantGroup',
    summary: 'Create a group of merchants',
    tags,
    querystring: ActingFor,
    body: GroupRequest,
    response: { 201: GroupSummary },
  },
} as const
const CHANGE = {
  config: { ...CHANGING, documentedResponses: { 404: NOT_FOUND, 409: TAKEN } },
  schema: {
    operationId: 'updateMerchantGroup',
    summary: 'Rename a group, or replace its members',
    description: 'Report subscriptions name their group: after a new name they no longer find it.',
    tags,
    querystring: ActingFor,
    params: GroupName,
    body: GroupChange,
    response: { 200: GroupSummary },
  },
} as const
const DELETE = {
  config: { ...CHANGING, documentedResponses: { 404: NOT_FOUND } },
  schema: {
    operationId: 'deleteMerchantGroup',
    summary: 'Delete a group',
    description: 'Its merchants stay as they are.',
    tags,
    querystring: ActingFor,
    params: GroupName,
    response: { 200: GroupSummary },
  },
} as const

/** Named sets of merchants, for reports about them together. */
export function groupRoutes({ database, ...clocks }: GroupRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get(GROUPS, LIST, async ({ organization }) => {
      const found = await listMerchantGroups(database.db, organization.organizationId, { limit: GROUPS_MAX })
      return { groups: found.map(({ name, members }) => ({ name, members })) }
    })
    app.get<{ Params: Static<typeof GroupName> }>(`${GROUPS}/:name`, GET, async ({ organization, params }) =>
      presentGroup(database.db, organization.organizationId, params.name),
    )
    app.post<{ Body: Static<typeof GroupRequest> }>(GROUPS, CREATE, async (request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => createMerchantGroup({ ...clocks, db }, actorOf(request), request.body),
        present: (group) => ({ status: 201, body: summaryOfGroup(group) }),
      }),
    )
    app.patch<{ Params: Static<typeof GroupName>; Body: Static<typeof GroupChange> }>(
      `${GROUPS}/:name`,
      CHANGE,
      async (request, reply) => {
        const { name } = request.params
        const { name: newName } = request.body
        const members = memberChanges(request.body)
        return respondOnce(reply, {
          database,
          act: (db) => changeMerchantGroup({ ...clocks, db }, actorOf(request), { name, newName, members }),
          present: (group) => ({ status: 200, body: summaryOfGroup(group) }),
        })
      },
    )
    app.delete<{ Params: Static<typeof GroupName> }>(`${GROUPS}/:name`, DELETE, async (request) => {
      const deps = { ...clocks, db: database }
      return summaryOfGroup(await deleteMerchantGroup(deps, actorOf(request), request.params))
    })
  }
}

function memberChanges({ merchantIds, add, remove }: Static<typeof GroupChange>): MemberChanges {
  if (merchantIds === undefined) return { add: add ?? [], remove: remove ?? [] }
  const isBoth = add !== undefined || remove !== undefined
  refuseInvalid('The change', isBoth ? [{ field: 'merchantIds', reason: 'cannot be combined with add or remove' }] : [])
  return { set: merchantIds }
}

function summaryOfGroup({ name, merchantIds }: MerchantGroup): Static<typeof GroupSummary> {
  return { name, members: merchantIds.length }
}

async function presentGroup(db: Db, organizationId: string, name: string): Promise<Static<typeof GroupContract>> {
  const group = await findMerchantGroup(db, organizationId, name)
  if (group === undefined) throw unknownMerchantGroup(organizationId, name)
  const names = await findOrganizationNames(db, group.merchantIds)
  const merchants = group.merchantIds.map((id) => ({ organizationId: id, name: names.get(id) ?? id }))
  return { name: group.name, merchants }
}
