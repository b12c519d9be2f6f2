import type { FastifyBaseLogger } from 'fastify'
import Type from 'typebox'
import { REFUSALS } from '../../invoicing/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { AuthenticationFailed } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { ProcessorEvent } from '../port/port.ts'
import { processorNamed } from '../port/processor.ts'
import { handleProcessorEvent } from './handle-processor-event.ts'

const BODY_BYTES_MAX = 256 * 1024

const RECEIVE = {
  bodyLimit: BODY_BYTES_MAX,
  config: {
    documentedBody: Type.Unknown({ description: 'Events in the processor’s own form, signed in its own way.' }),
    documentedResponses: {
      200: Type.Object({
        received: Type.Integer({ description: 'How many events the request had; each is handled once.' }),
      }),
      400: REFUSALS[400],
      401: AuthenticationFailed,
      404: REFUSALS[404],
      503: failureWhen('EVENT_TOO_EARLY: the outcome of an earlier call is not known yet. Deliver the event again.'),
    },
  },
  schema: {
    operationId: 'receiveProcessorEvents',
    summary: 'Receive events of a payment processor',
    description: 'For configured processors only. Needs no credentials of ours: the processor signs its events.',
    tags: ['Payments'],
    security: [],
    params: Type.Object({
      name: Type.String({ description: 'The name of the processor, such as sandbox.' }),
      organizationId: Type.String({ description: 'The organization whose account of the processor sends them.' }),
    }),
  },
} as const

type EventRouteDeps = PaymentDeps & { readonly rateLimitPerMinute: number }

/** The route where processors report later events. */
export function processorEventRoutes({ rateLimitPerMinute, ...deps }: EventRouteDeps): RoutePlugin {
  return async (app) => {
    // Signatures cover the bytes, so the body is not parsed here.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    addRateLimit(app, { perMinute: rateLimitPerMinute, keyOf: networkOf })
    app.post('/processors/v1/:name/:organizationId/events', RECEIVE, async (request) => {
      const { name, organizationId } = request.params
      const processor = processorNamed(deps.processors, name)
      if (processor === undefined) throw unknownProcessor()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const events = await processor.readEvent({ organizationId, headers: request.headers, body })
      if (events === undefined) {
        request.log.warn({ processor: name, organizationId }, 'a processor event is not genuine')
        throw notGenuine()
      }
      for (const event of events) await receive(deps, { log: request.log, processor: name, event })
      return { received: events.length }
    })
  }
}

type Received = {
  /** The log of the request, which adds its id. */
  readonly log: FastifyBaseLogger
  readonly processor: string
  readonly event: ProcessorEvent
}

async function receive(deps: PaymentDeps, { log, processor, event }: Received): Promise<void> {
  const handling = await handleProcessorEvent(deps, { processor, event })
  log.info({ eventId: event.eventId, type: event.happened.type, handling }, 'processor event received')
  if (handling === 'early') throw tooEarly()
}

function unknownProcessor(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'No processor of this name is configured.')
}

function tooEarly(): AppError {
  const message = 'The outcome of an earlier call is not known yet; it is asked for. Deliver the event again.'
  return new AppError('unavailable', 'EVENT_TOO_EARLY', message)
}

function notGenuine(): AppError {
  return new AppError('unauthenticated', 'INVALID_SIGNATURE', 'The signature of the event is missing or wrong.')
}
