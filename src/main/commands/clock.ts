import type { Command } from 'commander'
import { writtenInstant } from '../../kernel/time-text.ts'
import { type AskedClockMove, clockMoveOf, moveClock } from '../../organizations/index.ts'
import { type ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { type ActingDeps, withPostgres } from '../with-postgres.ts'

/** The sandbox clock on the command line. */
export function addCommands(program: Command): void {
  const clock = program.command('clock').description('show or move the clock (sandbox mode only)')

  clock
    .command('show')
    .description('show what the clock says')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(showClock, options))

  clock
    .command('set <instant>')
    .description('set the clock, as 2026-03-09T10:00:00Z')
    .option(...JSON_OPTION)
    .action((set: string, options: CommandOptions) => runCommand(changeClock, { ...options, set }))

  clock
    .command('advance <duration>')
    .description('move the clock by an ISO 8601 duration: P1M, PT36H, or back: -PT1H')
    .option(...JSON_OPTION)
    // A duration that goes back looks like an option.
    .allowUnknownOption()
    .action((advance: string, options: CommandOptions) => runCommand(changeClock, { ...options, advance }))
}

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
