import type { FastifyReply } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isStoredStatus, RESPONSE_BYTES_MAX, type StoredResponse } from './stored-response.ts'

/** The response of a route before it is serialized. */
export type ResponseContent = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Serialized by the route's schema for this status; a buffer is sent as it is; undefined for no body. */
  readonly body?: unknown
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serializes the response into the bytes that are sent and stored. */
export function serializeResponse(reply: FastifyReply, response: ResponseContent): StoredResponse {
  const { status, body } = response
  assert(isStoredStatus(status), 'A response to an effect is stored, so its status is not 401, 429 or 5xx.')
  const given = Object.entries(response.headers ?? {})
  const headers = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]))
  if (body === undefined) return { status, headers, body }
  const contentType = headers['content-type'] ?? JSON_TYPE
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(serializerOf(reply, status, contentType)(body))
  if (bytes.length > RESPONSE_BYTES_MAX) {
    throw new AppError('too-large', 'ANSWER_TOO_LARGE', 'The response would be too large.')
  }
  return { status, headers: { ...headers, 'content-type': contentType }, body: bytes }
}

/** Sends the bytes as they are: buffers are not serialized. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: StoredResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

type Serializer = (body: unknown) => string
type Serializers = Readonly<Record<string, Serializer>>

/** Finds the route's serializer as the library does: by status or its class, then by media type. */
function serializerOf(reply: FastifyReply, status: number, contentType: string): Serializer {
  const ofStatus = (name: string) => reply.getSerializationFunction(name) as Serializer | Serializers | undefined
  const found = ofStatus(`${status}`) ?? ofStatus(`${Math.floor(status / 100)}xx`)
  if (found === undefined) return JSON.stringify
  if (typeof found === 'function') return found
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return found[mediaType] ?? found['*/*'] ?? JSON.stringify
}
