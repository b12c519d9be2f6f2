import type { Command } from 'commander'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/organizations.ts')

/** Partners, accounts and merchants on the command line. */
export function addOrganizationCommands(program: Command): void {
  const organizations = program
    .command('organizations')
    .description('make, change, list, suspend and resume organizations')

  withContent(organizations.command('create <id>'))
    .description('make an organization with its first keys, which are shown once')
    .option('--type <type>', 'partner, account or merchant (default: merchant)')
    .option('--parent <id>', 'the partner or account above it (default: none)')
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).create, { ...options, organizationId }),
    )

  withContent(organizations.command('update <id>'))
    .description('change an organization; what is not given stays, an empty contact part goes')
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).update, { ...options, organizationId }),
    )

  organizations
    .command('list')
    .description('list organizations as a tree')
    .option('--below <id>', 'only this one and those below it')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(async () => (await load()).list, options))

  organizations
    .command('show <id>')
    .description('show an organization')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).show, { ...options, organizationId }),
    )

  organizations
    .command('suspend <id>')
    .description('let an organization read only, until it is resumed')
    .option('--reason <text>', 'told to whoever is refused')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).suspend, { ...options, organizationId }),
    )

  organizations
    .command('resume <id>')
    .description('end the suspension of an organization')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).resume, { ...options, organizationId }),
    )
}

/** What an organization has besides its place in the tree. */
function withContent(command: Command): Command {
  return command
    .option('--name <text>', 'its name (at first: the id)')
    .option('--time-zone <zone>', 'such as Europe/Berlin (at first: UTC)')
    .option('--fraud-management <state>', 'on or off (at first: off)')
    .option('--contact-name <text>', 'whom to reach')
    .option('--contact-email <address>', 'mail address')
    .option('--contact-phone <number>', 'telephone number')
    .option('--contact-address1 <text>', 'first line of the address')
    .option('--contact-address2 <text>', 'second line of the address')
    .option('--contact-locality <text>', 'town')
    .option('--contact-administrative-area <text>', 'state or province')
    .option('--contact-postal-code <text>', 'postal code')
    .option('--contact-country <code>', 'two letters, such as DE')
    .option(...JSON_OPTION)
}
