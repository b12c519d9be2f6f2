import type { TSchema } from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import {
  CHANGE_REFUSALS,
  ChangeHeaders,
  NotModified,
  ONCE_REFUSALS,
  REFUSALS,
  RESENT_TOO_OFTEN,
  ReadHeaders,
} from '../http/refusal-contract.ts'
import {
  ActionBody,
  DeliveryBody,
  InvoiceId,
  InvoiceQuery,
  InvoiceResponse,
  InvoiceWithHistory,
  UnsentInvoice,
} from './contract.ts'
import { InvoiceRequest, InvoiceUpdate } from './request-contract.ts'

/** Documentation and scope of the invoice routes. */

const scope = 'invoices'
const DOCUMENTED = { tags: ['Invoicing'], querystring: ActingFor }
const IF_MATCH: string = 'With If-Match and an ETag, the request is refused if the invoice has changed.'

export const CREATE_INVOICE = {
  config: {
    scope,
    documentedHeaders: OnceHeaders,
    documentedBody: InvoiceRequest,
    documentedResponses: { 201: InvoiceResponse, 202: UnsentInvoice, ...ONCE_REFUSALS },
  },
  schema: {
    operationId: 'createInvoice',
    summary: 'Create an invoice',
    description:
      'deliveryMode and sendImmediately determine whether the invoice is a draft, published, or sent immediately.',
    ...DOCUMENTED,
  },
} as const
export const GET_INVOICE = {
  config: {
    scope: 'invoices:read',
    documentedQuery: InvoiceQuery,
    documentedHeaders: ReadHeaders,
    documentedResponses: { 200: InvoiceWithHistory, 304: NotModified, ...REFUSALS },
  },
  schema: {
    operationId: 'getInvoice',
    summary: 'Read an invoice and its history',
    tags: DOCUMENTED.tags,
    params: InvoiceId,
  },
} as const
export const UPDATE_INVOICE = {
  config: {
    scope,
    documentedHeaders: ChangeHeaders,
    documentedBody: InvoiceUpdate,
    documentedResponses: { 200: InvoiceResponse, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'updateInvoice',
    summary: 'Update an invoice',
    description: `Replaces the invoice: fields that are left out lose their values. Number and status stay. ${IF_MATCH}`,
    ...DOCUMENTED,
    params: InvoiceId,
  },
} as const

type ActionWords = { readonly operationId: string; readonly summary: string }
/** The parts that only some actions have. */
type ActionDocs = {
  readonly description?: string
  readonly body?: TSchema
  readonly refusals?: Record<number, TSchema>
}

export function actionOnInvoice(words: ActionWords, { description, body = ActionBody, refusals }: ActionDocs = {}) {
  return {
    config: {
      scope,
      documentedHeaders: ChangeHeaders,
      documentedBody: body,
      isBodyOptional: true,
      documentedResponses: { 200: InvoiceResponse, ...CHANGE_REFUSALS, ...refusals },
    },
    schema: {
      ...words,
      description: description === undefined ? IF_MATCH : `${description} ${IF_MATCH}`,
      ...DOCUMENTED,
      params: InvoiceId,
    },
  } as const
}

/** Shared by both mails that a merchant can repeat. */
const REPEATED = { body: DeliveryBody, refusals: { 429: RESENT_TOO_OFTEN } }

export const DELIVERY: ActionDocs = {
  description:
    'An invoice is sent again to the same address at most once a minute and five times within 24 hours. An address that the mail server refused for good is tried again if the body confirms it.',
  ...REPEATED,
}

export const REMINDER: ActionDocs = {
  description:
    'Mails a reminder of an invoice that was sent and is not fully paid; after the due date, one that it is overdue. Counts as sending it again: at most once a minute and five times within 24 hours. Automatic reminders are sent as planned, except one that would follow within 24 hours.',
  ...REPEATED,
}
