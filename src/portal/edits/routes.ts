import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { REFUSALS } from '../../invoicing/index.ts'
import { members, valueOrThrow } from '../../kernel/reading/reading.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor, people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { EditBody, EditList, EditPlace, EditQuery } from './contract.ts'
import { keptSince, readAbout, readEditText } from './edit.ts'
import { deleteEdit, deleteSurplusEdits, findEdit, saveEdit } from './edit-store.ts'

export type EditDeps = { readonly database: Database; readonly machineClock: Clock }

const PATH = '/portal/v1/edits'
/** A text of the longest kind whose characters all take several bytes. */
const BYTES_MAX = 1024 * 1024
const FOR_PEOPLE = { scope: 'any', isForPeople: true } as const
const tags = ['Portal']
const QUERY = members({ about: readAbout })

const FIND = {
  config: { ...FOR_PEOPLE, documentedQuery: EditQuery, documentedResponses: { 200: EditList, ...REFUSALS } },
  schema: {
    operationId: 'findKeptEdit',
    summary: 'Read what you typed into a form and did not save',
    description: 'Your own text only, of the last 30 days. For people who have signed in; a key gets 403.',
    tags,
  },
} as const
const KEEP = {
  bodyLimit: BYTES_MAX,
  config: {
    ...FOR_PEOPLE,
    documentedBody: EditBody,
    documentedResponses: { 204: Type.Null({ description: 'The text is kept.' }), ...REFUSALS },
  },
  schema: {
    operationId: 'keepEdit',
    summary: 'Keep what you typed into a form',
    description:
      'Replaces the kept text of the form. Kept text has no effect, so it is not audited. Of more than 50 forms the oldest are deleted.',
    tags,
    querystring: ActingFor,
    params: EditPlace,
  },
} as const
const FORGET = {
  config: {
    ...FOR_PEOPLE,
    documentedResponses: { 204: Type.Null({ description: 'Nothing is kept.' }), ...REFUSALS },
  },
  schema: {
    operationId: 'forgetEdit',
    summary: 'Forget what you typed into a form',
    tags,
    querystring: ActingFor,
    params: EditPlace,
  },
} as const

/** Text that a person typed and has not saved, so that a closed window loses nothing. */
export function editRoutes({ database, machineClock }: EditDeps): RoutePlugin {
  return async (app) => {
    acceptUntypedJson(app)
    app.get(PATH, FIND, async (request) => {
      const { about } = valueOrThrow(QUERY(request.query, ''))
      const since = keptSince(machineClock.now())
      const edit = await findEdit(database.db, { ...ownerOf(request), about }, { since })
      return { edits: edit === undefined ? [] : [{ about, text: edit.text, keptAt: writtenInstant(edit.keptAt) }] }
    })
    app.put(`${PATH}/:about`, KEEP, async (request, reply) => {
      const about = valueOrThrow(readAbout(request.params.about, 'about'))
      const { text } = valueOrThrow(readEditText(request.body, ''))
      const owner = ownerOf(request)
      const keptAt = machineClock.now()
      await database.transaction(async (tx) => {
        await saveEdit(tx, { ...owner, about, text, keptAt })
        await deleteSurplusEdits(tx, owner, { since: keptSince(keptAt) })
      })
      return reply.code(204).send()
    })
    app.delete(`${PATH}/:about`, FORGET, async (request, reply) => {
      const about = valueOrThrow(readAbout(request.params.about, 'about'))
      await deleteEdit(database.db, { ...ownerOf(request), about })
      return reply.code(204).send()
    })
  }
}

function ownerOf(request: FastifyRequest) {
  const { organizationId } = request.organization
  return { organizationId, personId: people.userOf(request).person.personId }
}
