import type { Command } from 'commander'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/jobs.ts')

/** The queue on the command line. */
export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('see jobs, and run dead ones again')

  jobs
    .command('list')
    .description('list what is in the queue')
    .option('--dead', 'only jobs that failed for the last time')
    .option(...JSON_OPTION)
    .action((options: CommandOptions & { dead?: boolean }) =>
      runCommand(async () => (await load()).listQueue, options),
    )

  jobs
    .command('retry <id>')
    .description('give a dead job all its attempts again')
    .option(...JSON_OPTION)
    .action((id: string, options: CommandOptions) =>
      runCommand(async () => (await load()).retryJob, { ...options, id }),
    )
}
