import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { goneSignal } from '../../platform/http/server/gone-signal.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { readClockMove } from './clock-move.ts'
import { moveClock } from './move-clock.ts'

export type ClockRoutesDeps = {
  readonly db: Transactions
  readonly sandboxClock: SandboxClock
  readonly machineClock: Clock
  readonly actorOf: (request: FastifyRequest) => AuditActor
  /** Starts jobs that have become due. */
  readonly wake: () => void
  /** Waits until all due work is done; false if that takes too long or `signal` aborts it. */
  readonly drain: (signal: AbortSignal) => Promise<boolean>
}

const PATH = '/sandbox/v1/clock'
/** Time is the whole installation's: a key that one merchant's program uses need not be able to move it. */
const ACCESS = { config: { scope: 'sandbox', isAllowedWhenSuspended: true } } as const
const tags = ['Sandbox']

const Reading = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'The time of the sandbox clock, in UTC.' }),
    offsetMs: Type.Integer({ description: 'How far it is ahead of the machine’s clock, in milliseconds.' }),
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
    drain: Type.Optional(Type.Boolean({ description: 'Respond only when everything that became due has run.' })),
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
            'Moves the time of the whole installation, forward or back. Keys, sessions and signatures ' +
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
          revise: async () => {
            deps.wake()
            // Stops waiting if the service stops or the caller disconnects.
            const ending = AbortSignal.any([closing.signal, goneSignal(reply.raw)])
            if (drain) await drained(deps, ending)
            return undefined
          },
        })
      },
    )
  }
}

function presented({ now, offsetMs }: ClockReading): { now: string; offsetMs: number } {
  return { now: writtenInstant(now), offsetMs }
}

async function drained({ drain }: Pick<ClockRoutesDeps, 'drain'>, ending: AbortSignal): Promise<void> {
  const isQuiet = await drain(ending).catch((cause: unknown) => {
    throw stillWorking({ cause })
  })
  if (!isQuiet) throw stillWorking()
}

function stillWorking(options?: ErrorOptions): AppError {
  return new AppError(
    'unavailable',
    'STILL_WORKING',
    'The clock was moved, but work that became due is still running. Do not repeat the move.',
    [],
    options,
  )
}
