import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Sends a body with an ETag of its content, or 304 if the client already has it. */
export function sendTagged(
  reply: FastifyReply,
  { contentType, body }: { readonly contentType: string; readonly body: string },
): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  if (isKnown(tag, reply.request.headers['if-none-match'])) return reply.code(304).send()
  return reply.header('content-type', contentType).send(body)
}

function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
