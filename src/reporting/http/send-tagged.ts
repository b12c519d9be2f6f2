import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { isKnownTag } from '../../platform/http/pages/static-response.ts'

/** Sends a body with an ETag of its content, or 304 if the client already has it. */
export function sendTagged(
  reply: FastifyReply,
  { contentType, body }: { readonly contentType: string; readonly body: string },
): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  if (isKnownTag(tag, reply.request.headers['if-none-match'])) return reply.code(304).send()
  return reply.header('content-type', contentType).send(body)
}
