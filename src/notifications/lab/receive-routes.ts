import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import { ReceiptContract, ReceiverName } from './contract.ts'
import { type ReceiveDeps, receive } from './receive.ts'
import type { Verdict } from './verify-signature.ts'

const RECEIVE = {
  schema: {
    operationId: 'receiveDelivery',
    summary: 'Receive a webhook',
    description:
      'A receiver for trying out webhooks: use its address as webhookUrl. Deliveries need no credentials; the header ' +
      'v-c-organization-id says whose they are.',
    tags: ['Sandbox'],
    security: [],
    params: ReceiverName,
    response: { 200: ReceiptContract },
  },
} as const

const UNVERIFIED_PER_MINUTE = 600
const MINUTE_SECONDS = 60

/** Receivers of the sandbox take deliveries from anyone, and few from those who cannot sign. */
export function receiveRoutes(deps: ReceiveDeps): RoutePlugin {
  return async (app) => {
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())
    app.removeAllContentTypeParsers()
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const limiter = new RateLimiterMemory({ points: UNVERIFIED_PER_MINUTE, duration: MINUTE_SECONDS })
    app.post('/sandbox/v1/receivers/:name', RECEIVE, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const delivery = { name: request.params.name, headers: headersOf(request), body }
      const admit = async (verdict: Verdict): Promise<void> => {
        if (!verdict.isVerified) await limited(limiter, request.ip)
      }
      const { verdict, answering } = await receive(deps, delivery, admit)
      const ending = AbortSignal.any([closing.signal, goneSignal(reply.raw)])
      await setTimeout(answering.delayMs, undefined, { signal: ending }).catch(() => {})
      const { isVerified, ...why } = verdict
      return reply.code(answering.status as 200).send({ verified: isVerified, ...why })
    })
  }
}

async function limited(limiter: RateLimiterMemory, address: string): Promise<void> {
  await limiter.consume(address).catch(({ msBeforeNext }: RateLimiterRes) => {
    const message = 'Too many deliveries that do not verify; please retry later.'
    const refusal = { kind: 'rate-limited', code: 'TOO_MANY_REQUESTS', message } as const
    throw new RetryLater(refusal, Math.max(1, Math.ceil(msBeforeNext / 1000)))
  })
}

/** Without what a proxy or browser may add about persons. */
function headersOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]))
}
