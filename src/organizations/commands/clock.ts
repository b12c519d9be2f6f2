import type { Command } from 'commander'
import type { Mode } from '../../kernel/mode.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import { type ClockReading, SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../platform/command-line/with-stores.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { readClockMove } from '../sandbox/clock-move.ts'
import { moveClock } from '../sandbox/move-clock.ts'

export function addClockCommands(program: Command, run: RunCommand): void {
  const clock = program.command('clock').description('show or move the clock (sandbox mode only)')

  run(clock.command('show').description('show the time of the sandbox clock'), (deps) =>
    onSandboxClock(deps, async ({ sandboxClock }) => sandboxClock.read()),
  )
  run(
    clock.command('set <instant>').description('set the clock to an instant such as 2026-03-09T10:00:00Z'),
    (deps, { instant }: { readonly instant: string }) => changeClock(deps, { set: instant }),
  )
  run(
    clock
      .command('advance <duration>')
      .description('move the clock by an ISO 8601 duration: P1M, PT36H, or back: -PT1H')
      // A negative duration looks like an option.
      .allowUnknownOption(),
    (deps, { duration }: { readonly duration: string }) => changeClock(deps, { advance: duration }),
  )
}

/** Moves the clock of the whole installation; running services follow at once. */
async function changeClock(deps: CommandDeps, input: Parameters<typeof readClockMove>[0]): Promise<Output> {
  const move = readClockMove(input)
  return onSandboxClock(deps, (acting) => moveClock(acting, acting.by, move))
}

async function onSandboxClock(
  deps: CommandDeps,
  work: (acting: ActingDeps & { readonly sandboxClock: SandboxClock }) => Promise<ClockReading>,
): Promise<Output> {
  refuseLive(deps.config.requestedMode)
  const reading = await withPostgres(deps, async (acting) => {
    refuseLive(acting.mode)
    return work({ ...acting, sandboxClock: await SandboxClock.open({ database: acting.db }) })
  })
  const json = { ...reading, now: writtenInstant(reading.now) }
  return { json, text: inWords(json) }
}

function refuseLive(mode: Mode | undefined): void {
  if (mode === 'live') throw new StartupError('In live mode the clock is the machine’s and cannot be moved.')
}

function inWords({ now, offsetMs }: { now: string; offsetMs: number }): string {
  const distance = Temporal.Duration.from({ milliseconds: Math.abs(offsetMs) })
    .round({ largestUnit: 'day', smallestUnit: 'second' })
    .toLocaleString('en')
  const side = offsetMs > 0 ? 'ahead of' : 'behind'
  return table([
    ['Sandbox clock', now],
    ['Moved', offsetMs === 0 ? 'not at all' : `${distance} ${side} the machine's clock`],
  ])
}
