import Type from 'typebox'
import { pageReaders, totalOfPage } from '../../kernel/reading/page-query.ts'
import { members, valueOrThrow } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, organizationsBelow } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { linkToNext } from '../../platform/http/server/link-to-next.ts'
import { pageParameters } from '../../platform/http/server/page-contract.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MAIL_KINDS } from '../mail/mail.ts'
import { FILTER_READERS, invoiceIdOf } from './message-filter.ts'
import { countMessages, listMessages, type Message } from './message-store.ts'

const PAGE_MAX = 1_000
/** A message has its whole text, so few are sent unless more are requested. */
const PAGE_USUAL = 100

const QUERY = members({
  ...pageReaders(PAGE_MAX, PAGE_USUAL),
  ...FILTER_READERS,
})

const Messages = Type.Object({
  messages: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Also the first part of its Message-ID.' }),
      kind: Type.Enum([...MAIL_KINDS]),
      organizationId: Type.String(),
      to: Type.String(),
      from: Type.String(),
      replyTo: Type.Optional(Type.String()),
      subject: Type.String(),
      language: Type.String(),
      createdAt: Type.String({ format: 'date-time', description: 'By the sandbox clock.' }),
      invoiceId: Type.Optional(Type.String()),
      html: Type.String(),
      text: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
    }),
  ),
  totalMessages: Type.Integer(),
})

const LIST = {
  config: {
    scope: 'sandbox',
    isList: true,
    documentedQuery: Type.Object({
      ...ActingFor.properties,
      to: Type.Optional(Type.String({ description: 'The address of the recipient.' })),
      kind: Type.Optional(Type.Enum([...MAIL_KINDS])),
      invoiceId: Type.Optional(Type.String()),
      ...pageParameters('mails', PAGE_MAX, PAGE_USUAL),
    }),
  },
  schema: {
    operationId: 'getMessages',
    summary: 'List the mails of the sandbox',
    description:
      'Newest first: every mail of the organization acted for and of those below it. People read them at ' +
      '/sandbox/inbox.',
    tags: ['Sandbox'],
    response: { 200: Messages },
  },
} as const

/** The inbox of the sandbox for programs. */
export function messageRoutes({ db }: { readonly db: Db }): RoutePlugin {
  return async (app) => {
    app.get('/sandbox/v1/messages', LIST, async (request, reply) => {
      const organizations = organizationsBelow(request.organization.organizationId)
      const { offset, limit, ...filter } = valueOrThrow(QUERY(request.query, ''))
      const messages = await listMessages(db, { organizations, filter, offset, limit })
      const total = await totalOfPage({ offset, limit }, messages, () => countMessages(db, { organizations, filter }))
      reply.headers(linkToNext(request, { offset, limit, total }))
      return { messages: messages.map(presentMessage), totalMessages: total }
    })
  }
}

function presentMessage({ about, replyTo, createdAt, ...message }: Message) {
  const invoiceId = invoiceIdOf(about)
  return {
    ...message,
    createdAt: writtenInstant(createdAt),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
  }
}
