import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasNoValue, members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { isRefusedAtOnce, type RefusedAddress, refusedAddresses } from '../../notifications/index.ts'
import { actorOf } from '../../organizations/index.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import { knownTag } from '../../platform/http/negotiation/entity-tags.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { unknownFieldsOfAction } from '../http/action-body.ts'
import { entityTag, expectedVersions } from '../http/if-match.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { withViolationRecording } from '../personal-data/with-violation-recording.ts'
import { INVOICE_NUMBER } from '../rules/terms/invoice-fields.ts'
import type { ReadingDeps } from '../storage/action-deps.ts'
import { findInvoice } from '../storage/invoice-store.ts'
import { HISTORY_PAGE_MAX, type LoadedInvoice } from '../storage/loaded-invoice.ts'
import { getInvoice, invoiceNotFound } from '../storage/lock-target.ts'
import { cancelInvoice, publishInvoice } from './change-invoice.ts'
import { DELIVERY_FIELDS } from './check-mail.ts'
import { type CreatedInvoice, createInvoice } from './create-invoice.ts'
import { deliverInvoice } from './deliver-invoice.ts'
import type { IdleFields } from './invoice-warnings.ts'
import { presentInvoice, presentUnsent } from './present.ts'
import { remindInvoice } from './remind-invoice.ts'
import { actionOnInvoice, CREATE_INVOICE, DELIVERY, GET_INVOICE, REMINDER, UPDATE_INVOICE } from './route-options.ts'
import { updateInvoice } from './update-invoice.ts'

export type InvoiceRoutesDeps = Omit<ReadingDeps, 'db'> & {
  readonly database: Database
  readonly config: { readonly isSuspendedOnViolation: boolean; readonly smtpUrl: string | undefined }
}

const PATH = '/invoicing/v2/invoices'
const HISTORY_QUERY = members({
  offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
  limit: withDefault(given(wholeNumber(1, HISTORY_PAGE_MAX)), HISTORY_PAGE_MAX),
})

/** Actions on an invoice that need no input. */
const ACTIONS: readonly {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly fields?: readonly string[]
  readonly docs?: Parameters<typeof actionOnInvoice>[1]
  readonly act: typeof deliverInvoice
}[] = [
  {
    path: 'delivery',
    operationId: 'performSendAction',
    summary: 'Send an invoice, or send it again',
    fields: DELIVERY_FIELDS,
    docs: DELIVERY,
    act: deliverInvoice,
  },
  {
    path: 'reminder',
    operationId: 'performRemindAction',
    summary: 'Remind the payer of an invoice',
    fields: DELIVERY_FIELDS,
    docs: REMINDER,
    act: remindInvoice,
  },
  {
    path: 'cancelation',
    operationId: 'performCancelAction',
    summary: 'Cancel an invoice',
    act: cancelInvoice,
  },
  {
    path: 'publication',
    operationId: 'performPublishAction',
    summary: 'Publish a draft without sending it',
    act: publishInvoice,
  },
]

/** Routes of one invoice: create, read, update, send, cancel, publish. */
export function invoiceRoutes(deps: InvoiceRoutesDeps): RoutePlugin {
  const { database, clock, machineClock, config } = deps
  const violations = { db: database, clock, machineClock, ...config }
  return async (app) => {
    acceptUntypedJson(app)
    app.post(PATH, CREATE_INVOICE, async (request, reply) => {
      refuseNonMerchant(request)
      const { body } = request
      return withViolationRecording(violations, request, () =>
        respondOnce<CreatedInvoice>(reply, {
          database,
          act: (db) => createInvoice({ ...readingDepsOf(deps, request), db }, actorOf(request), { body }),
          present: (created) => responseOf(deps, request, { ...created, status: 201 }),
          // Without a mail server nothing can be refused.
          ...(config.smtpUrl === undefined ? {} : { revise: (created) => unsentResponse(deps, request, created) }),
        }),
      )
    })
    app.get(`${PATH}/:id`, GET_INVOICE, async (request, reply) => respondWithInvoice(deps, request, reply))
    app.put(`${PATH}/:id`, UPDATE_INVOICE, async (request, reply) => {
      refuseNonMerchant(request)
      const target = { ...targetOf(request, request.params.id), body: request.body }
      return withViolationRecording(violations, request, () =>
        respondOnce(reply, {
          database,
          act: (db) => updateInvoice({ ...readingDepsOf(deps, request), db }, actorOf(request), target),
          present: (updated) => responseOf(deps, request, { ...updated, status: 200 }),
        }),
      )
    })
    for (const { path, act, fields, docs, ...words } of ACTIONS) {
      app.post(`${PATH}/:id/${path}`, actionOnInvoice(words, docs), async (request, reply) => {
        refuseNonMerchant(request)
        const input = { ...targetOf(request, request.params.id), body: request.body }
        return respondOnce(reply, {
          database,
          act: (db) => act({ ...deps, db }, actorOf(request), input),
          present: (acted) => {
            // Read last, in the transaction: a refusal by the state comes before problems of the body.
            const unknownFields = unknownFieldsOfAction(request.body, fields)
            return responseOf(deps, request, { ...acted, unknownFields, status: 200 })
          },
        })
      })
    }
  }
}

/** The response for an invoice whose mail the server immediately refuses for good; undefined for any other. */
async function unsentResponse(
  { database: { db } }: InvoiceRoutesDeps,
  request: FastifyRequest,
  { invoice, mailId }: Pick<CreatedInvoice, 'invoice' | 'mailId'>,
) {
  const { organizationId, invoiceNumber } = invoice
  if (mailId === undefined || !(await isRefusedAtOnce(db, { organizationId, mailId }))) return undefined
  const current = await getInvoice(db, { organizationId, invoiceNumber })
  return {
    status: 202 as const,
    headers: { etag: entityTag(current) },
    body: presentUnsent(current, { namedOrganizationId: namedOrganizationId(request) }),
  }
}

/** The organization's own validation comes before the setting of the service. */
function readingDepsOf(deps: InvoiceRoutesDeps, { organization }: FastifyRequest) {
  const { validation = deps.config.validation } = organization
  return { ...deps, config: { ...deps.config, validation } }
}

async function respondWithInvoice(
  { database, config }: InvoiceRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  refuseNonMerchant(request)
  const { id: invoiceNumber } = request.params as { id: string }
  const { organizationId } = request.organization
  const page = valueOrThrow(HISTORY_QUERY(request.query, ''))
  const loaded = INVOICE_NUMBER.test(invoiceNumber)
    ? await findInvoice(database.db, { organizationId, invoiceNumber }, page)
    : undefined
  if (loaded === undefined) throw invoiceNotFound()
  const { email } = loaded.invoice.terms.customer
  const isMailed = config.smtpUrl !== undefined && email !== undefined
  const refusedEmail = isMailed
    ? await refusedAddresses.find(database.db, { organizationId, address: email })
    : undefined
  const tag = entityTag(loaded.invoice, { isAddressRefused: refusedEmail !== undefined })
  const known = knownTag(tag, request.headers['if-none-match'])
  reply.headers({ etag: known ?? tag, ...linkToNext(request, { ...page, total: loaded.historyTotal }) })
  if (known !== undefined) return reply.code(304).send()
  return presentInvoice(loaded, {
    ...config,
    history: loaded,
    refusedEmail,
    namedOrganizationId: namedOrganizationId(request),
  })
}

type ChangedInvoice = LoadedInvoice &
  Partial<IdleFields> & { readonly refusedEmail?: RefusedAddress | undefined; readonly status: 200 | 201 }

function responseOf({ config }: InvoiceRoutesDeps, request: FastifyRequest, changed: ChangedInvoice) {
  const { unknownFields = [], fieldsWithoutEffect = [], refusedEmail, status, invoice } = changed
  const named = { namedOrganizationId: namedOrganizationId(request) }
  const shown = { ...config, unknownFields, fieldsWithoutEffect, refusedEmail, ...named }
  return {
    status,
    headers: { etag: entityTag(invoice) },
    body: presentInvoice(changed, shown),
  }
}

function targetOf(request: FastifyRequest, invoiceNumber: string) {
  return { invoiceNumber, expectedVersions: expectedVersions(request) }
}

type Part = { readonly organizationId?: unknown } | null | undefined

/** The organization that the request names; undefined if it is the key's own. */
function namedOrganizationId({
  query,
  body,
  organization,
}: Pick<FastifyRequest, 'query' | 'body' | 'organization'>): string | undefined {
  const isNamed = [query as Part, body as Part].some((part) => !hasNoValue(part?.organizationId))
  return isNamed ? organization.organizationId : undefined
}
