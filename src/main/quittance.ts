import { Command, CommanderError } from 'commander'
import type { ListOptions, VerifyOptions } from './commands/audit.ts'
import type { UpdateOptions } from './commands/groups.ts'
import { type CommandOptions, EXIT, runCommand } from './run-command.ts'
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

const JSON_OPTION = ['--json', 'answer in JSON, for programs'] as const

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

const audit = program.command('audit').description('see who did what, and whether it is still true')

audit
  .command('list [organization]')
  .description('list what was done, newest first')
  .option('--since <time>', 'from this day or instant on, as 2026-03-09 or 2026-03-09T10:00:00Z')
  .option('--until <time>', 'before this day or instant')
  .option('--action <action>', 'one action, as key.created, or all of a kind, as key')
  .option('--limit <number>', 'how many at most, up to 1000', '50')
  .option(...JSON_OPTION)
  .action((organization: string | undefined, options: ListOptions) =>
    runCommand(async () => {
      const { listEntries } = await import('./commands/audit.ts')
      return (deps) => listEntries(deps, { ...options, organization })
    }, options),
  )

audit
  .command('verify [organization]')
  .description('say of every audit trail whether it was tampered with')
  .option('--head <number:hash>', 'a head of the organization that was kept elsewhere')
  .option(...JSON_OPTION)
  .action((organization: string | undefined, options: VerifyOptions) =>
    runCommand(async () => {
      const { verifyTrails } = await import('./commands/audit.ts')
      return (deps) => verifyTrails(deps, { ...options, organization })
    }, options),
  )

const groups = program.command('groups').description('group merchants, for reports about them')

groups
  .command('create <organization> <name>')
  .description('group merchants that stand below an organization')
  .option('--members <ids>', 'merchants, with commas between them')
  .option(...JSON_OPTION)
  .action((organization: string, name: string, options: CommandOptions & { members?: string }) =>
    runCommand(async () => {
      const { createGroup } = await import('./commands/groups.ts')
      return (deps) => createGroup(deps, { ...options, organization, name })
    }, options),
  )

groups
  .command('list <organization>')
  .description('list the groups of an organization')
  .option(...JSON_OPTION)
  .action((organization: string, options: CommandOptions) =>
    runCommand(async () => {
      const { listGroups } = await import('./commands/groups.ts')
      return (deps) => listGroups(deps, { ...options, organization })
    }, options),
  )

groups
  .command('show <organization> <name>')
  .description('show a group and its members')
  .option(...JSON_OPTION)
  .action((organization: string, name: string, options: CommandOptions) =>
    runCommand(async () => {
      const { showGroup } = await import('./commands/groups.ts')
      return (deps) => showGroup(deps, { ...options, organization, name })
    }, options),
  )

groups
  .command('update <organization> <name>')
  .description('rename a group, or change its members')
  .option('--name <name>', 'its new name')
  .option('--members <ids>', 'these merchants and no others')
  .option('--add <ids>', 'these merchants as well')
  .option('--remove <ids>', 'without these merchants')
  .option(...JSON_OPTION)
  .action((organization: string, current: string, { name, ...options }: UpdateOptions) =>
    runCommand(async () => {
      const { updateGroup } = await import('./commands/groups.ts')
      return (deps) => updateGroup(deps, { ...options, organization, name: current, newName: name })
    }, options),
  )

groups
  .command('delete <organization> <name>')
  .description('delete a group; its merchants stay')
  .option(...JSON_OPTION)
  .action((organization: string, name: string, options: CommandOptions) =>
    runCommand(async () => {
      const { deleteGroup } = await import('./commands/groups.ts')
      return (deps) => deleteGroup(deps, { ...options, organization, name })
    }, options),
  )

try {
  await program.parseAsync()
} catch (error) {
  // commander has already said what is wrong, or shown the help that was asked for.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
}
