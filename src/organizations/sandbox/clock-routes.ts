import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ClockReading, FindWork, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { untilArrived } from '../../platform/queue/clock-work.ts'
import { readClockMove } from './clock-move.ts'
import { moveClock } from './move-clock.ts'

export type ClockRoutesDeps = {
  readonly db: Transactions
  readonly sandboxClock: SandboxClock
  readonly machineClock: Clock
  readonly actorOf: (request: FastifyRequest) => AuditActor
  readonly findWork: FindWork
  /** Starts jobs that have become due. */
  readonly wake: () => void
  /** How long a request waits for the move to finish. */
  readonly drainMsMax?: number
}

/** A year of daily reports takes a while; a client that times out can poll the clock. */
const DRAIN_MS_MAX = 600_000

const PATH = '/sandbox/v1/clock'
/** All organizations share the clock, so a merchant's ordinary key need not be able to move it. */
const ACCESS = { config: { scope: 'sandbox', isAllowedWhenSuspended: true } } as const
const tags = ['Sandbox']

const Reading = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'The time of the sandbox clock, in UTC.' }),
    offsetMs: Type.Integer({ description: 'How far it is ahead of the machine’s clock, in milliseconds.' }),
    movingTo: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Where the move leads; present until everything that is due on the way has finished. Until then the clock ' +
          'stands at the moment whose work is running.',
      }),
    ),
  },
  { description: 'The state of the clock.' },
)

const Move = Type.Object(
  {
    set: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The instant to set, such as 2026-03-09T10:00:00Z.',
      }),
    ),
    advance: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'An ISO 8601 duration to move by, forward or back: P1M, -PT1H.',
      }),
    ),
    drain: Type.Optional(
      Type.Boolean({
        description:
          'Respond only when the clock has arrived and everything that became due has finished, mails and ' +
          'notifications included; 503 STILL_WORKING after ten minutes. Without it, the response comes immediately, and ' +
          'the move goes on.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Either `set` or `advance`.' },
)

/** The sandbox clock over HTTP; registered in sandbox mode only. */
export function clockRoutes(deps: ClockRoutesDeps): RoutePlugin {
  const { sandboxClock } = deps
  return async (app) => {
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())
    app.get(
      PATH,
      {
        ...ACCESS,
        schema: {
          operationId: 'getClock',
          summary: 'Get the sandbox clock',
          tags,
          response: { 200: Reading },
        },
      },
      async () => {
        // Another node may have just moved it.
        await sandboxClock.refresh()
        return presented(sandboxClock.read())
      },
    )
    app.post(
      PATH,
      {
        ...ACCESS,
        schema: {
          operationId: 'moveClock',
          summary: 'Move the sandbox clock',
          description:
            'Moves the time of the whole installation, forward or back. On its way forward the clock stops at each ' +
            'moment at which something is due and goes on when that has finished, so the same move always gives the ' +
            'same events. A move during another one starts from where that one leads. Keys, sessions and signatures ' +
            'still use the machine’s clock.',
          tags,
          body: Move,
          response: { 200: Reading },
        },
      },
      async (request, reply) => {
        const { drain = false, ...move } = request.body
        return respondOnce(reply, {
          database: deps.db,
          act: (db) => moveClock({ ...deps, db }, deps.actorOf(request), readClockMove(move)),
          present: (reading) => ({ status: 200, body: presented(reading) }),
          revise: async (moved) => {
            deps.wake()
            if (!drain) return undefined
            // Stops waiting if the service stops or the caller disconnects.
            const ending = AbortSignal.any([closing.signal, goneSignal(reply.raw)])
            await drained(deps, ending)
            return { status: 200, body: presented(sandboxClock.readArrival(moved.target)) }
          },
        })
      },
    )
  }
}

function presented({ now, offsetMs, movingTo }: ClockReading): {
  now: string
  offsetMs: number
  movingTo?: string
} {
  const shown = { now: writtenInstant(now), offsetMs }
  return movingTo === undefined ? shown : { ...shown, movingTo: writtenInstant(movingTo) }
}

async function drained(
  { sandboxClock, drainMsMax: withinMs = DRAIN_MS_MAX }: ClockRoutesDeps,
  signal: AbortSignal,
): Promise<void> {
  const hasArrived = await untilArrived(sandboxClock, { withinMs, signal }).catch((cause: unknown) => {
    throw stillWorking({ cause })
  })
  if (!hasArrived) throw stillWorking()
}

function stillWorking(options?: ErrorOptions): AppError {
  return new AppError(
    'unavailable',
    'STILL_WORKING',
    'The clock was moved, but it is still on its way, because work that is due has not finished. Do not repeat the move.',
    [],
    options,
  )
}
