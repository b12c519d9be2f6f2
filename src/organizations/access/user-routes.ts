import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ActingFor } from '../http/contract.ts'
import { actorOf } from '../http/request-context.ts'
import { listUsers } from '../users/membership-store.ts'
import { type ChangeUserDeps, changeUser, removeUser } from './change-user.ts'
import { UserChange, UserContract, UserList, UserName } from './contract.ts'
import { presentUser } from './present-user.ts'

export type UserRoutesDeps = Omit<ChangeUserDeps, 'db'> & { readonly database: Database }

const USERS_MAX = 1_000
const tags = ['Users']
const REFUSALS = {
  403: failureWhen('Only an owner can do this, or the password has to be confirmed first.'),
  404: failureWhen('The organization has no such user.'),
  409: failureWhen('It is your own membership, or an invitation that is not accepted yet.'),
}
const changing = { scope: 'users', needsConfirmation: true } as const

/** The people of an organization, their roles, and whether they may use it. */
export function userRoutes({ database, machineClock }: UserRoutesDeps): RoutePlugin {
  const deps = { db: database, machineClock }
  return async (app) => {
    app.get(
      '/organizations/v1/users',
      {
        config: { scope: 'users', isList: true },
        schema: {
          operationId: 'getUsers',
          summary: 'List the users of an organization',
          tags,
          querystring: ActingFor,
          response: { 200: UserList },
        },
      },
      async ({ organization }) => {
        const users = await listUsers(database.db, organization.organizationId, { limit: USERS_MAX })
        return { users: users.map(presentUser) }
      },
    )
    app.patch(
      '/organizations/v1/users/:personId',
      {
        config: { ...changing, documentedResponses: REFUSALS },
        schema: {
          operationId: 'updateUser',
          summary: 'Change the role of a user, or disable the user',
          description: 'Counts from the next request of the user. Only owners make and change owners.',
          tags,
          querystring: ActingFor,
          params: UserName,
          body: UserChange,
          response: { 200: UserContract },
        },
      },
      async (request) => presentUser(await changeUser(deps, actorOf(request), { ...request.params, ...request.body })),
    )
    app.delete(
      '/organizations/v1/users/:personId',
      {
        config: { ...changing, documentedResponses: { 204: { type: 'null', description: 'Done.' }, ...REFUSALS } },
        schema: {
          operationId: 'removeUser',
          summary: 'Remove a user from an organization',
          description: 'Ends the access of the person, or an invitation. Only owners remove owners.',
          tags,
          querystring: ActingFor,
          params: UserName,
        },
      },
      async (request, reply) => {
        await removeUser(deps, actorOf(request), request.params)
        return reply.code(204).send()
      },
    )
  }
}
