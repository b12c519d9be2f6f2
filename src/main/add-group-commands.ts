import type { Command } from 'commander'
import type { UpdateOptions } from './commands/groups.ts'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/groups.ts')

/** Groups of merchants on the command line. */
export function addGroupCommands(program: Command): void {
  const groups = program.command('groups').description('group merchants, for reports about them')

  groups
    .command('create <organization> <name>')
    .description('group merchants that stand below an organization')
    .option('--members <ids>', 'merchants, with commas between them')
    .option(...JSON_OPTION)
    .action((organization: string, name: string, options: CommandOptions & { members?: string }) =>
      runCommand(async () => (await load()).createGroup, { ...options, organization, name }),
    )

  groups
    .command('list <organization>')
    .description('list the groups of an organization')
    .option(...JSON_OPTION)
    .action((organization: string, options: CommandOptions) =>
      runCommand(async () => (await load()).listGroups, { ...options, organization }),
    )

  groups
    .command('show <organization> <name>')
    .description('show a group and its members')
    .option(...JSON_OPTION)
    .action((organization: string, name: string, options: CommandOptions) =>
      runCommand(async () => (await load()).showGroup, { ...options, organization, name }),
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
      runCommand(async () => (await load()).updateGroup, {
        ...options,
        organization,
        name: current,
        newName: name,
      }),
    )

  groups
    .command('delete <organization> <name>')
    .description('delete a group; its merchants stay')
    .option(...JSON_OPTION)
    .action((organization: string, name: string, options: CommandOptions) =>
      runCommand(async () => (await load()).deleteGroup, { ...options, organization, name }),
    )
}
