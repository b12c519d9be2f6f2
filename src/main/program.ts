import { Command, CommanderError } from 'commander'
import { addAuditCommands } from './add-audit-commands.ts'
import { addClockCommands } from './add-clock-commands.ts'
import { addDemoCommand } from './add-demo-command.ts'
import { addErasureCommand } from './add-erasure-command.ts'
import { addGroupCommands } from './add-group-commands.ts'
import { addImportCommand } from './add-import-command.ts'
import { addJobCommands } from './add-job-commands.ts'
import { addKeyCommands } from './add-key-commands.ts'
import { addOrganizationCommands } from './add-organization-commands.ts'
import { addRecordsCommands } from './add-records-commands.ts'
import { addReportsCommands } from './add-reports-commands.ts'
import { addViolationCommands } from './add-violation-commands.ts'
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
addGroupCommands(program)
addClockCommands(program)
addJobCommands(program)
addAuditCommands(program)
addViolationCommands(program)
addDemoCommand(program)
addRecordsCommands(program)
addReportsCommands(program)
addErasureCommand(program)
addImportCommand(program)

// The reader of our output may close it early, as `head` does after ten lines.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await program.parseAsync()
} catch (error) {
  // commander has already said what is wrong, or shown the help that was asked for.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
}
