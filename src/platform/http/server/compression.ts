import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import { ENCODINGS, encodedTag } from '../negotiation/entity-tags.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i
const BYTES_MIN = 1_024
const ENCODED: ReadonlySet<unknown> = new Set(ENCODINGS)

/**
 * Compresses JSON for clients that accept it. Files, ranges, PDFs and pages are not touched: a route with `compress: false`
 * compresses by itself, or has a reason not to, such as a secret beside text that others choose. A browser that was made
 * to repeat such a request could reveal the secret by the sizes of the responses; nobody can make a program repeat a
 * request with its key. For the same reason a browser gets nothing compressed that a page of another site asked for: its
 * request may carry the cookie of a session.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...ENCODINGS],
    threshold: BYTES_MIN,
    // Compressed requests are refused, except by routes that bound what they decompress to.
    globalDecompression: false,
  })
  app.addHook('onRoute', (route) => {
    if (route.compress === false) return
    // The library has just added its hook. It would compress every type that can be compressed, pages included.
    const hooks = [route.onSend ?? []].flat() as OnSend[]
    const library = hooks.pop()
    assert(library !== undefined, 'The library adds a hook to each route.')
    // First, so that a HEAD route, whose own hook drops the body, has the headers of its GET.
    route.onSend = [ofJson(unlessOtherSite(library)), ofJson(followEncoding), ...hooks]
  })
}

type OnSend = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: Error | null, payload?: unknown) => void,
) => void

function ofJson(hook: OnSend): OnSend {
  // Called without `this`: neither hook needs the server.
  return (request, reply, payload, done) =>
    JSON_TYPE.test(String(reply.getHeader('content-type') ?? ''))
      ? hook(request, reply, payload, done)
      : done(null, payload)
}

function unlessOtherSite(hook: OnSend): OnSend {
  return (request, reply, payload, done) => {
    const site = request.headers['sec-fetch-site']
    return site === 'cross-site' || site === 'same-site' ? done(null, payload) : hook(request, reply, payload, done)
  }
}

/** Sets the headers that depend on the encoding, whether there is one or not. */
const followEncoding: OnSend = (_request, reply, payload, done) => {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b/i.test(vary)) {
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
  }
  const encoding = reply.getHeader('content-encoding')
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && ENCODED.has(encoding)) reply.header('etag', encodedTag(tag, String(encoding)))
  done(null, payload)
}
