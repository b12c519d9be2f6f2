import { Command, CommanderError } from 'commander'
import { commandRunner, EXIT, type RunCommand } from '../platform/command-line/run-command.ts'
import { type Config, readConfig } from './config.ts'
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
    '\nSettings come from the environment: see docs/settings.md.\nExit codes: 0 done, 1 failed, 2 wrong usage.',
  )

type AddCommands = (program: Command, run: RunCommand<Config>) => void
type LoadCommands = () => Promise<AddCommands>

const loadDueElsewhere = async () => (await import('./due-elsewhere.ts')).DUE_ELSEWHERE
const ofOrganizations: LoadCommands = async () => {
  const { addOrganizationCommands } = await import('../organizations/index.ts')
  return (program, run) => addOrganizationCommands(program, run, { loadDueElsewhere })
}

/** Each command is loaded only when it is named: a quick command does not wait for the code of another. */
const COMMANDS: Readonly<Record<string, LoadCommands>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  organizations: ofOrganizations,
  keys: ofOrganizations,
  groups: ofOrganizations,
  clock: ofOrganizations,
  mode: ofOrganizations,
  audit: ofOrganizations,
  jobs: async () => (await import('./commands/jobs.ts')).addJobCommands,
  violations: async () => (await import('../invoicing/index.ts')).addViolationCommands,
  webhooks: async () => (await import('../notifications/index.ts')).addWebhookCommands,
  payments: async () => (await import('../payments/index.ts')).addPaymentCommands,
  reviews: async () => (await import('../payments/index.ts')).addReviewCommands,
  mails: async () => (await import('../notifications/index.ts')).addMailCommands,
  demo: async () => (await import('../demo/index.ts')).addDemoCommand,
  records: async () => (await import('../records/index.ts')).addRecordCommands,
  reports: async () => (await import('../reporting/index.ts')).addReportCommands,
  erase: async () => (await import('./commands/erase.ts')).addEraseCommand,
  import: async () => (await import('../records/index.ts')).addImportCommand,
}

const named = COMMANDS[process.argv[2] ?? '']
// The help lists all commands, and so does the refusal of an unknown name.
const loaders = named === undefined ? new Set(Object.values(COMMANDS)) : [named]
for (const addCommands of await Promise.all([...loaders].map((load) => load()))) {
  addCommands(program, commandRunner(readConfig))
}

// The reader of our output may close it early, as `head` does after ten lines.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

try {
  await program.parseAsync()
} catch (error) {
  // commander has already printed what is wrong, or the help.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
}
