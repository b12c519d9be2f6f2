import type { Command } from 'commander'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/keys.ts')

/** The keys of organizations on the command line. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('make, list and revoke keys of organizations')

  keys
    .command('create <organization>')
    .description('make a further key, which is shown once; older keys stay valid')
    .option('--type <type>', 'shared-secret, certificate or bearer (default: shared-secret)')
    .option('--label <text>', 'what it is for')
    .option('--scopes <list>', 'what it may do, with commas between (default: everything)')
    .option('--expires <when>', 'an instant or an ISO 8601 duration from now (default: never)')
    .option('--out <file>', 'certificate: the new file (default: <organization>.p12)')
    .option('--password <text>', 'certificate: the file’s password (default: a random one)')
    .option('--certificate <file>', 'certificate: register this one, in PEM or DER form')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).create, { ...options, organizationId }),
    )

  keys
    .command('list <organization>')
    .description('list keys, newest first, with their state, last use and expiry')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).list, { ...options, organizationId }),
    )

  keys
    .command('revoke <organization> <keyId>')
    .description('refuse a key from now on')
    .option(...JSON_OPTION)
    .action((organizationId: string, keyId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).revoke, { ...options, organizationId, keyId }),
    )
}
