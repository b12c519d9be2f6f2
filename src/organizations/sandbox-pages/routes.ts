import { AppError } from '../../kernel/errors.ts'
import { members, optional, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { untilArrived } from '../../platform/queue/clock-work.ts'
import { readClockMove } from '../sandbox/clock-move.ts'
import { type MoveClockDeps, moveClock } from '../sandbox/move-clock.ts'
import { clockPage } from './clock-page.ts'
import { SANDBOX_PAGES } from './sandbox-page.ts'
import type { SandboxPages, SandboxVisit } from './sandbox-pages.ts'

export type SandboxPageRoutesDeps = MoveClockDeps & {
  readonly pages: SandboxPages
  /** Starts jobs that have become due. */
  readonly wake: () => void
}

const HIDDEN = { schema: { hide: true } } as const
const SIGN_IN_ROUTE = { ...HIDDEN, config: { isServedByCopy: true } }
/** Most moves have arrived by then, and the next page shows what became due. */
const ARRIVAL_MS_MAX = 2_000
const KEY_LENGTH_MAX = 200
const TIME_LENGTH_MAX = 64
const from = withDefault(given(oneOf(SANDBOX_PAGES)), 'inbox')
const SIGN_IN = members({ from, key: withDefault(given(plainText(KEY_LENGTH_MAX)), '') })
const MOVE = members({
  from,
  advance: optional(given(plainText(TIME_LENGTH_MAX))),
  to: optional(given(plainText(TIME_LENGTH_MAX))),
})

/** The sign-in and the files of the sandbox's pages, and the page of its clock. */
export function sandboxPageRoutes(deps: SandboxPageRoutesDeps): RoutePlugin {
  const { pages } = deps
  return async (app) => {
    pages.addTo(app)
    app.get('/sandbox/assets/:file', HIDDEN, async (request, reply) => {
      const { file } = request.params as { readonly file: string }
      const response = (await pages.files()).responses.get(file)
      if (response === undefined) throw new AppError('not-found', 'NOT_FOUND', 'There is no such file.')
      return response.send(request, reply)
    })
    app.post('/sandbox/session', SIGN_IN_ROUTE, async ({ body }, reply) => {
      const read = valueOrThrow(SIGN_IN(body, ''))
      if (await pages.signIn(reply, read.key.trim())) return reply.redirect(pages.pathOf(read.from), 303)
      return pages.sendSignIn(reply, read.from, 'This is not a valid bearer key with the scope sandbox.')
    })
    app.post('/sandbox/session/end', HIDDEN, async (_request, reply) => {
      pages.signOut(reply)
      return reply.redirect(pages.pathOf('inbox'), 303)
    })
    app.get(
      '/sandbox/clock',
      HIDDEN,
      pages.signedIn('clock', async ({ place, send }) => send(clockPage(place, deps.sandboxClock.read()))),
    )
    app.post(
      '/sandbox/clock',
      HIDDEN,
      pages.signedIn('clock', (visit) => moveFromPage(deps, visit)),
    )
  }
}

async function moveFromPage(deps: SandboxPageRoutesDeps, visit: SandboxVisit) {
  const { request, reply, by } = visit
  const input = valueOrThrow(MOVE(request.body, ''))
  const set = input.to === undefined ? undefined : inUtc(input.to)
  try {
    await moveClock(deps, by, readClockMove({ set, advance: input.advance }))
  } catch (error) {
    if (input.to === undefined || !(error instanceof AppError) || error.kind !== 'invalid') throw error
    return sendRefusal(deps, visit, { to: input.to, problem: TO_PROBLEM })
  }
  deps.wake()
  await untilArrived(deps.sandboxClock, { withinMs: ARRIVAL_MS_MAX })
  return reply.redirect(deps.pages.pathOf(input.from), 303)
}

const TO_PROBLEM = 'Enter a date and time from 2000 to 2199.'

/** A date and time as browsers send them have no offset, and may lack seconds. */
function inUtc(text: string): string {
  return `${text}${/T\d\d:\d\d$/.test(text) ? ':00' : ''}Z`
}

async function sendRefusal(
  { sandboxClock }: SandboxPageRoutesDeps,
  { reply, place, send }: SandboxVisit,
  refused: { readonly to: string; readonly problem: string },
) {
  reply.code(400)
  return send(clockPage(place, { ...sandboxClock.read(), refused }))
}
