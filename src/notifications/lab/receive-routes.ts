import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import { inPortions } from '../../platform/postgres/in-portions.ts'
import { HealthContract, ReceiptContract, ReceiverName } from './contract.ts'
import { LabSpace } from './lab-space.ts'
import { answeringOf, type ReceiveDeps, receive } from './receive.ts'
import { type Answering, removeAgedUnverified } from './receiver-store.ts'
import type { Verdict } from './verify-signature.ts'

const BODY_BYTES_MAX = 64 * 1024

const RECEIVE = {
  bodyLimit: BODY_BYTES_MAX,
  config: {
    documentedResponses: {
      404: failureWhen('The organization does not exist.'),
      413: failureWhen('The body is larger than 64 KiB.'),
      429: failureWhen('Too many deliveries that do not verify, or no more space for them: see Retry-After.'),
    },
  },
  schema: {
    operationId: 'receiveDelivery',
    summary: 'Receive a webhook',
    description:
      'A receiver for trying out webhooks: use its address as webhookUrl. Deliveries need no credentials; the header ' +
      'v-c-organization-id says whose they are. Bodies have at most 64 KiB. Deliveries that do not verify are kept for ' +
      'an hour.',
    tags: ['Sandbox'],
    security: [],
    params: ReceiverName,
    response: { 200: ReceiptContract },
  },
} as const

const HEALTH = {
  config: { documentedResponses: { 429: failureWhen('Too many questions from your network: see Retry-After.') } },
  schema: {
    operationId: 'getReceiverHealth',
    summary: 'Ask whether a receiver is healthy',
    description:
      'Answers as the receiver answers deliveries: use its address as healthCheckUrl too. It needs no credentials. The ' +
      'header v-c-organization-id, which health checks have, says for whom; without it the answer is the one that was ' +
      'set for this name, and 200 if organizations have set different ones.',
    tags: ['Sandbox'],
    security: [],
    params: ReceiverName,
    response: { 200: HealthContract },
  },
} as const

const UNVERIFIED_PER_MINUTE = 600
const ASKED_PER_MINUTE = 600
const MINUTE_SECONDS = 60

const PRUNED_EVERY_MS = 5 * 60_000
const PRUNED_PORTION = 500

/** Receivers of the sandbox accept deliveries from anyone, but few from callers without a valid signature. */
export function receiveRoutes(given: ReceiveDeps): RoutePlugin {
  const deps = { ...given, space: new LabSpace(given.db) }
  return async (app) => {
    addPruning(app, deps)
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())
    app.removeAllContentTypeParsers()
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const limiter = new RateLimiterMemory({ points: UNVERIFIED_PER_MINUTE, duration: MINUTE_SECONDS })
    const askedLimiter = new RateLimiterMemory({ points: ASKED_PER_MINUTE, duration: MINUTE_SECONDS })
    app.post('/sandbox/v1/receivers/:name', RECEIVE, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const delivery = { name: request.params.name, headers: headersOf(request), body }
      const admit = async (verdict: Verdict): Promise<void> => {
        if (!verdict.isVerified) await limited(limiter, networkOf(request), 'deliveries that do not verify')
      }
      const { verdict, answering } = await receive(deps, delivery, admit)
      await untilAnswer(answering, reply, closing.signal)
      const { isVerified, ...why } = verdict
      return reply.code(answering.status as 200).send({ verified: isVerified, ...why })
    })
    app.get('/sandbox/v1/receivers/:name', HEALTH, async (request, reply) => {
      const { name } = request.params
      await limited(askedLimiter, networkOf(request), 'questions')
      const answering = await answeringOf(deps.db, name, request.headers)
      await untilAnswer(answering, reply, closing.signal)
      return reply.code(answering.status as 200).send({ name, status: answering.status })
    })
  }
}

/** Removes deliveries that did not verify when their hour is over; every node with receivers may do so. */
function addPruning(app: FastifyInstance, { db, machineClock }: Pick<ReceiveDeps, 'db' | 'machineClock'>): void {
  let pruning: Repetition | undefined
  app.addHook('onListen', async () => {
    pruning = repeat({
      work: async (signal) => {
        await inPortions(() => removeAgedUnverified(db, { now: machineClock.now(), limit: PRUNED_PORTION }), signal)
        return PRUNED_EVERY_MS
      },
      delayAfterFailureMs: PRUNED_EVERY_MS,
      failureMessage: 'expired deliveries of the sandbox could not be removed',
      log: app.log,
    })
  })
  app.addHook('onClose', async () => pruning?.stop())
}

/** Waits as long as the receiver does, unless the caller is gone or the service stops. */
async function untilAnswer({ delayMs }: Answering, reply: FastifyReply, closing: AbortSignal): Promise<void> {
  const ending = AbortSignal.any([closing, goneSignal(reply.raw)])
  await setTimeout(delayMs, undefined, { signal: ending }).catch(() => {})
}

async function limited(limiter: RateLimiterMemory, network: string, what: string): Promise<void> {
  await limiter.consume(network).catch(({ msBeforeNext }: RateLimiterRes) => {
    const message = `Too many ${what}; please retry later.`
    const refusal = { kind: 'rate-limited', code: 'TOO_MANY_REQUESTS', message } as const
    throw new RetryLater(refusal, Math.max(1, Math.ceil(msBeforeNext / 1000)))
  })
}

/** Without headers that a proxy or browser may add about persons. */
function headersOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]))
}
