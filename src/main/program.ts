import { Command, CommanderError } from 'commander'
import { EXIT } from './run-command.ts'
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
    '\nSettings come from the environment: see docs/settings.md.\n' + 'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  )

/** Each is loaded when it is named: a quick command does not pay for what another needs. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandModule>>> = {
  serve: () => import('./commands/serve.ts'),
  migrate: () => import('./commands/migrate.ts'),
  doctor: () => import('./commands/doctor.ts'),
  organizations: () => import('./commands/organizations.ts'),
  keys: () => import('./commands/keys.ts'),
  groups: () => import('./commands/groups.ts'),
  clock: () => import('./commands/clock.ts'),
  jobs: () => import('./commands/jobs.ts'),
  audit: () => import('./commands/audit.ts'),
  violations: () => import('./commands/violations.ts'),
  demo: () => import('./commands/demo.ts'),
  records: () => import('./commands/records.ts'),
  reports: () => import('./commands/reports.ts'),
  erase: () => import('./commands/erase.ts'),
  import: () => import('./commands/import.ts'),
}
type CommandModule = { readonly addCommands: (program: Command) => void }

const named = COMMANDS[process.argv[2] ?? '']
// The help lists all of them, and so does the refusal of an unknown name.
const loading = named === undefined ? Object.values(COMMANDS) : [named]
for (const { addCommands } of await Promise.all(loading.map((load) => load()))) addCommands(program)

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
