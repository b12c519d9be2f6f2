import type { Command } from 'commander'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/clock.ts')

/** The sandbox clock on the command line. */
export function addClockCommands(program: Command): void {
  const clock = program.command('clock').description('show or move the clock (sandbox mode only)')

  clock
    .command('show')
    .description('show what the clock says')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(async () => (await load()).showClock, options))

  clock
    .command('set <instant>')
    .description('set the clock, as 2026-03-09T10:00:00Z')
    .option(...JSON_OPTION)
    .action((set: string, options: CommandOptions) =>
      runCommand(async () => (await load()).changeClock, { ...options, set }),
    )

  clock
    .command('advance <duration>')
    .description('move the clock by an ISO 8601 duration: P1M, PT36H, or back: -PT1H')
    .option(...JSON_OPTION)
    // A duration that goes back looks like an option.
    .allowUnknownOption()
    .action((advance: string, options: CommandOptions) =>
      runCommand(async () => (await load()).changeClock, { ...options, advance }),
    )
}
