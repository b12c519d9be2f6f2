import { writtenInstant } from '../../kernel/time-text.ts'
import { type AskedClockMove, clockMoveOf, moveClock } from '../../organizations/index.ts'
import { type ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { type ActingDeps, withPostgres } from '../with-postgres.ts'

export async function showClock(deps: CommandDeps, options: CommandOptions): Promise<number> {
  return onSandboxClock(deps, options, async ({ sandboxClock }) => sandboxClock.read())
}

/** Moves the clock of the whole installation; services that run follow at once. */
export async function changeClock(
  deps: CommandDeps,
  { set, advance, ...options }: CommandOptions & AskedClockMove,
): Promise<number> {
  const move = clockMoveOf({ set, advance })
  return onSandboxClock(deps, options, (acting) => moveClock(acting, acting.by, move))
}

async function onSandboxClock(
  deps: CommandDeps,
  { json }: CommandOptions,
  work: (acting: ActingDeps & { readonly sandboxClock: SandboxClock }) => Promise<ClockReading>,
): Promise<number> {
  if (deps.config.mode === 'live') {
    throw new StartupError('The clock cannot be moved: QUITTANCE_MODE is live.')
  }
  const reading = await withPostgres(deps, async (acting) =>
    work({ ...acting, sandboxClock: await SandboxClock.open({ database: acting.db }) }),
  )
  const shown = { ...reading, now: writtenInstant(reading.now) }
  if (json) sayJson(shown)
  else say(inWords(shown))
  return EXIT.done
}

function inWords({ now, offsetMs }: { now: string; offsetMs: number }): string {
  const away = Temporal.Duration.from({ milliseconds: Math.abs(offsetMs) })
    .round({ largestUnit: 'day', smallestUnit: 'second' })
    .toLocaleString('en')
  const side = offsetMs > 0 ? 'ahead of' : 'behind'
  return table([
    ['Sandbox clock', now],
    ['Moved', offsetMs === 0 ? 'not at all' : `${away} ${side} the machine's clock`],
  ])
}
