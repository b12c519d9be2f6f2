import { Command, CommanderError } from 'commander'
import { addClockCommands } from './add-clock-commands.ts'
import { addKeyCommands } from './add-key-commands.ts'
import { addOrganizationCommands } from './add-organization-commands.ts'
import { type CommandOptions, EXIT, JSON_OPTION, runCommand } from './run-command.ts'
import { version } from './version.ts'

const program = new Command('quittance')
  .description('Self-hosted invoicing and payment reporting.')
  .version(version, '-v, --version', 'print the version')
  .helpOption('-h, --help', 'show this help')
  .helpCommand('help [command]', 'show the help of a command')
  .exitOverride()
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    '\nSettings come from the environment: see "Configuration" in README.md.\n' +
      'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  )

// Each command is loaded when it is asked for: a quick one does not pay for what another needs.
program
  .command('serve')
  .description('start the service, and the embedded stores where none is configured')
  .action((options: CommandOptions) =>
    runCommand(async () => (await import('./commands/serve.ts')).serve, options),
  )

program
  .command('migrate')
  .description('bring both stores up to date')
  .option(...JSON_OPTION)
  .action((options: CommandOptions) =>
    runCommand(async () => (await import('./commands/migrate.ts')).migrate, options),
  )

program
  .command('doctor')
  .description('check stores, report store, mail and clock, and say what is wrong')
  .option(...JSON_OPTION)
  .action((options: CommandOptions) =>
    runCommand(async () => (await import('./commands/doctor.ts')).doctor, options),
  )

addOrganizationCommands(program)
addKeyCommands(program)
addClockCommands(program)

const jobs = program.command('jobs').description('see jobs, and run dead ones again')

jobs
  .command('list')
  .description('list what is in the queue')
  .option('--dead', 'only jobs that failed for the last time')
  .option(...JSON_OPTION)
  .action((options: CommandOptions & { dead?: boolean }) =>
    runCommand(async () => {
      const { listQueue } = await import('./commands/jobs.ts')
      return (deps) => listQueue(deps, options)
    }, options),
  )

jobs
  .command('retry <id>')
  .description('give a dead job all its attempts again')
  .option(...JSON_OPTION)
  .action((id: string, options: CommandOptions) =>
    runCommand(async () => {
      const { retryJob } = await import('./commands/jobs.ts')
      return (deps) => retryJob(deps, { ...options, id })
    }, options),
  )

try {
  await program.parseAsync()
} catch (error) {
  // commander has already said what is wrong, or shown the help that was asked for.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
}
