import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Place = {
  readonly secrets: Secrets
  /** The path of the pages; the cookie is sent nowhere else. */
  readonly path: string
  readonly isHttps: boolean
}

const COOKIE = 'quittance_sandbox'
const CONTEXT = 'key of the sandbox pages'
const HOURS_MAX = 12

/** The bearer key in the browser's cookie; undefined without one, or with one that is too old or not ours. */
export function keyOfBrowser({ secrets }: Pick<Place, 'secrets'>, { headers }: FastifyRequest, now: Temporal.Instant) {
  const [, value] = /(?:^|;\s*)quittance_sandbox=([\w-]+)/.exec(headers.cookie ?? '') ?? []
  if (value === undefined) return undefined
  try {
    const opened = JSON.parse(secrets.open(Buffer.from(value, 'base64url'), CONTEXT).toString('utf8'))
    const { key, until } = opened as { readonly key: string; readonly until: string }
    return Temporal.Instant.compare(Temporal.Instant.from(until), now) > 0 ? key : undefined
  } catch {
    return undefined
  }
}

/** Lets the browser keep the key until it is closed, for at most half a day. */
export function keepKey(reply: FastifyReply, { secrets, ...place }: Place, key: string, now: Temporal.Instant): void {
  const until = now.add({ hours: HOURS_MAX }).toString()
  const value = secrets.seal(JSON.stringify({ key, until }), CONTEXT).toString('base64url')
  reply.header('set-cookie', cookie(value, place))
}

export function forgetKey(reply: FastifyReply, place: Omit<Place, 'secrets'>): void {
  reply.header('set-cookie', `${cookie('', place)}; Max-Age=0`)
}

function cookie(value: string, { path, isHttps }: Omit<Place, 'secrets'>): string {
  return `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
}
