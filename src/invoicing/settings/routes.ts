import Type from 'typebox'
import { hasNoValue, invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { ActingFor, actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { ONCE_REFUSALS, REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import type { RecordViolationsDeps } from '../personal-data/record-violations.ts'
import { withViolationRecording } from '../personal-data/with-violation-recording.ts'
import { type ChangedSettings, type ChangeSettingsDeps, changeSettings, invalidImage } from './change-settings.ts'
import { SettingsRequest, SettingsResponse } from './contract.ts'
import { findRefusedRecipient } from './find-refused-recipient.ts'
import { TOO_LARGE } from './logo.ts'
import { presentSettings } from './present.ts'
import { findSettings } from './settings-store.ts'
import { expectedTags, settingsTag } from './settings-tag.ts'

type SettingsRoutesDeps = Omit<ChangeSettingsDeps & RecordViolationsDeps, 'db'> & {
  readonly db: Database
  /** Whether an organization's processor offers 3-D Secure. */
  readonly canAuthenticatePayers: (organizationId: string) => Promise<boolean>
}

const PATH = '/invoicing/v2/invoiceSettings'
/** A logo of 1 MiB is a third longer as Base64; everything else together is far below the rest. */
const BODY_BYTES_MAX = 2 * 1024 * 1024
const READ = { scope: 'invoices:read', documentedResponses: { 200: SettingsResponse, ...REFUSALS } } as const
const CHANGE = {
  scope: 'invoices',
  documentedHeaders: Type.Object({
    ...OnceHeaders.properties,
    'If-Match': Type.Optional(Type.String({ description: 'ETags of the settings as you read them, or * for any.' })),
  }),
  documentedBody: SettingsRequest,
  documentedResponses: {
    200: SettingsResponse,
    ...ONCE_REFUSALS,
    412: failureWhen('The settings have changed: their ETag is not in If-Match.'),
  },
} as const

const Query = Type.Object({
  ...ActingFor.properties,
  productType: Type.Optional(Type.String({ default: 'INVOICING', description: 'Only INVOICING is supported.' })),
})
const DOCUMENTED = { tags: ['Invoicing'], querystring: Query }

/** Routes for the look of a merchant's invoices, payment pages and mails. */
export function settingsRoutes(deps: SettingsRoutesDeps): RoutePlugin {
  const { db: database, clock } = deps
  return async (app) => {
    acceptUntypedJson(app)
    // After the hooks that determine the organization.
    app.addHook('preHandler', async (request) => {
      refuseNonMerchant(request)
      refuseOtherProducts((request.query as { productType?: string }).productType)
    })
    app.get(
      PATH,
      {
        config: READ,
        schema: {
          operationId: 'getInvoiceSettings',
          summary: 'Get the invoice settings',
          ...DOCUMENTED,
        },
      },
      async ({ organization }, reply) => {
        const { organizationId } = organization
        const settings = await findSettings(database.db, organizationId)
        reply.header('etag', settingsTag(settings))
        return presentSettings(settings, {
          organization,
          at: settings.submittedAt ?? clock.now(),
          canAuthenticatePayers: await deps.canAuthenticatePayers(organizationId),
          refusedEmail: await findRefusedRecipient(database.db, { organizationId, organization, settings }),
        })
      },
    )
    app.put(
      PATH,
      {
        bodyLimit: BODY_BYTES_MAX,
        errorHandler: (error) => {
          throw isBodyTooLarge(error) ? invalidImage(TOO_LARGE, { cause: error }) : error
        },
        config: CHANGE,
        schema: {
          operationId: 'updateInvoiceSettings',
          summary: 'Change the invoice settings',
          description:
            'Changes only the settings in the body. With If-Match and an ETag, the request is refused if somebody else has changed any.',
          ...DOCUMENTED,
        },
      },
      async (request, reply) => {
        const { organization } = request
        const canAuthenticatePayers = await deps.canAuthenticatePayers(organization.organizationId)
        const { body } = request
        const present = ({ settings, ...shown }: ChangedSettings) => {
          const at = settings.submittedAt ?? clock.now()
          return {
            status: 200,
            headers: { etag: settingsTag(settings) },
            body: presentSettings(settings, { organization, at, canAuthenticatePayers, ...shown }),
          }
        }
        return withViolationRecording(deps, request, () =>
          respondOnce(reply, {
            database,
            act: (db) => {
              const change = { body, organization, expected: expectedTags(request) }
              return changeSettings({ ...deps, db }, actorOf(request), change)
            },
            present,
          }),
        )
      },
    )
  }
}

/** Only a logo makes a body this long. */
function isBodyTooLarge(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
}

function refuseOtherProducts(productType: string | undefined): void {
  if (hasNoValue(productType) || productType?.toUpperCase() === 'INVOICING') return
  refuseContent([invalid('productType', 'must be INVOICING')])
}
