import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock/clock.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ActingFor } from '../http/contract.ts'
import { actorOf } from '../http/request-context.ts'
import { updateOrganization } from '../tree/change-organization.ts'
import type { Organization, Validation } from '../tree/organization.ts'
import { SettingsChange, SettingsContract } from './contract.ts'

export type SettingsRoutesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly machineClock: Clock
  /** For organizations without a setting of their own. */
  readonly usualValidation: Validation
}

const SETTINGS = '/organizations/v1/settings'
const config = { scope: 'organization', isForPeople: true } as const
const tags = ['Organizations']

/** How an organization is treated: its checks of requests, and whether payments are held for review. */
export function settingsRoutes({ database, usualValidation, ...clocks }: SettingsRoutesDeps): RoutePlugin {
  const present = ({ hasFraudManagement, validation }: Organization): Static<typeof SettingsContract> => ({
    ...{ hasFraudManagement, validation: validation ?? null, usualValidation },
  })
  return async (app) => {
    app.get(
      SETTINGS,
      {
        config,
        schema: {
          operationId: 'getOrganizationSettings',
          summary: 'Get the settings of an organization',
          tags,
          querystring: ActingFor,
          response: { 200: SettingsContract },
        },
      },
      async ({ organization }) => present(organization),
    )
    app.patch(
      SETTINGS,
      {
        config: {
          ...config,
          needsConfirmation: true,
          documentedResponses: { 403: failureWhen('Your role does not include it, or confirm your password first.') },
        },
        schema: {
          operationId: 'updateOrganizationSettings',
          summary: 'Change the settings of an organization',
          description: 'Counts from the next request and payment.',
          tags,
          querystring: ActingFor,
          body: SettingsChange,
          response: { 200: SettingsContract },
        },
      },
      async (request) => {
        const { hasFraudManagement, validation } = request.body
        const changes = {
          ...(hasFraudManagement === undefined ? {} : { hasFraudManagement }),
          ...(validation === undefined ? {} : { validation: validation ?? undefined }),
        }
        if (Object.keys(changes).length === 0) return present(request.organization)
        return present(await updateOrganization({ ...clocks, db: database }, actorOf(request), changes))
      },
    )
  }
}
