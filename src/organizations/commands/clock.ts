import type { Command } from 'commander'
import type { RawBuilder } from 'kysely'
import type { Mode } from '../../kernel/mode.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { type ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../platform/command-line/with-stores.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { clockWork, untilArrived } from '../../platform/queue/clock-work.ts'
import { readClockMove } from '../sandbox/clock-move.ts'
import { moveClock } from '../sandbox/move-clock.ts'

export type ClockCommandDeps = {
  /** Work that a moved clock waits for and that is neither a job nor on the agenda; loaded only when it is needed. */
  readonly loadDueElsewhere: () => Promise<readonly RawBuilder<unknown>[]>
}

/** A running service needs no longer for most moves; the rest goes on without the command. */
const ARRIVAL_MS_MAX = 10_000
const DRAIN_MS_MAX = 600_000
const DRAIN = 'wait until the clock has arrived and everything that became due has finished'

export function addClockCommands(program: Command, run: RunCommand, clockDeps: ClockCommandDeps): void {
  const clock = program.command('clock').description('show or move the clock (sandbox mode only)')

  run(clock.command('show').description('show the time of the sandbox clock'), (deps) =>
    onSandboxClock(deps, async ({ sandboxClock }) => ({ reading: sandboxClock.read() })),
  )
  run(
    clock
      .command('set <instant>')
      .description('set the clock to an instant such as 2026-03-09T10:00:00Z')
      .option('--drain', DRAIN),
    (deps, { instant, ...options }: { readonly instant: string } & MoveOptions) =>
      changeClock(deps, clockDeps, { ...options, set: instant }),
  )
  run(
    clock
      .command('advance <duration>')
      .description('move the clock by an ISO 8601 duration: P1M, PT36H, or back: -PT1H')
      .option('--drain', DRAIN)
      // A negative duration looks like an option.
      .allowUnknownOption(),
    (deps, { duration, ...options }: { readonly duration: string } & MoveOptions) =>
      changeClock(deps, clockDeps, { ...options, advance: duration }),
  )
}

type MoveOptions = { readonly drain?: boolean }
type MoveInput = MoveOptions & Parameters<typeof readClockMove>[0]

/** Moves the clock of the whole installation; running services follow immediately and run due jobs. */
async function changeClock(
  deps: CommandDeps,
  { loadDueElsewhere }: ClockCommandDeps,
  { drain = false, set, advance }: MoveInput,
): Promise<Output> {
  const move = readClockMove({ set, advance })
  return onSandboxClock(deps, async (acting) => {
    const { db, sandboxClock } = acting
    const findWork = clockWork({ alsoBusy: await loadDueElsewhere() })
    const moved = await moveClock({ ...acting, findWork }, acting.by, move)
    if (moved.movingTo === undefined) return { reading: moved }
    const isRunning = await isNodeRunning(db)
    const withinMs = drain ? DRAIN_MS_MAX : ARRIVAL_MS_MAX
    if (isRunning) await untilArrived(sandboxClock, { withinMs })
    const reading = sandboxClock.readArrival(moved.target)
    const isArrived = reading.movingTo === undefined
    if (isArrived) return { reading }
    return { reading, warnings: [isRunning ? ON_ITS_WAY : NO_SERVICE], isFailure: drain }
  })
}

const ON_ITS_WAY = 'The clock is on its way: it stops at each moment at which something is due until that has finished.'
const NO_SERVICE = 'Something is due on the way, and no service is running: the clock goes on when one starts.'

async function onSandboxClock(
  deps: CommandDeps,
  work: (
    acting: ActingDeps & { readonly sandboxClock: SandboxClock },
  ) => Promise<Pick<Output, 'warnings' | 'isFailure'> & { readonly reading: ClockReading }>,
): Promise<Output> {
  refuseLive(deps.config.requestedMode)
  const { reading, ...rest } = await withPostgres(deps, async (acting) => {
    refuseLive(acting.mode)
    return work({ ...acting, sandboxClock: await SandboxClock.open({ database: acting.db }) })
  })
  const { now, offsetMs, movingTo } = reading
  const shown = { now: writtenInstant(now), offsetMs }
  const json = movingTo === undefined ? shown : { ...shown, movingTo: writtenInstant(movingTo) }
  return { ...rest, json, text: inWords(json) }
}

function refuseLive(mode: Mode | undefined): void {
  if (mode === 'live') throw new StartupError('In live mode the clock is the machine’s and cannot be moved.')
}

function inWords({ now, offsetMs, movingTo }: { now: string; offsetMs: number; movingTo?: string }): string {
  const away = Temporal.Duration.from({ milliseconds: Math.abs(offsetMs) })
  // Seconds matter little after days; some passed while the clock was stopped.
  const smallestUnit = away.total('days') < 1 ? 'second' : 'minute'
  const distance = away.round({ largestUnit: 'day', smallestUnit }).toLocaleString('en')
  const side = offsetMs > 0 ? 'ahead of' : 'behind'
  return table([
    ['Sandbox clock', now],
    ['Moved', offsetMs === 0 ? 'not at all' : `${distance} ${side} the machine's clock`],
    ...(movingTo === undefined ? [] : [['Moving to', movingTo]]),
  ])
}
