import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import {
  changeMerchantGroup,
  createMerchantGroup,
  deleteMerchantGroup,
  findMerchantGroup,
  getOrganization,
  listMerchantGroups,
  type MerchantGroup,
} from '../../organizations/index.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

/** Groups of merchants on the command line. */
export function addCommands(program: Command): void {
  const groups = program.command('groups').description('group merchants, for reports about them')

  groups
    .command('create <organization> <name>')
    .description('group merchants that stand below an organization')
    .option('--members <ids>', 'merchants, with commas between them')
    .option(...JSON_OPTION)
    .action((organization: string, name: string, options: CommandOptions & { members?: string }) =>
      runCommand(createGroup, { ...options, organization, name }),
    )

  groups
    .command('list <organization>')
    .description('list the groups of an organization')
    .option(...JSON_OPTION)
    .action((organization: string, options: CommandOptions) => runCommand(listGroups, { ...options, organization }))

  groups
    .command('show <organization> <name>')
    .description('show a group and its members')
    .option(...JSON_OPTION)
    .action((organization: string, name: string, options: CommandOptions) =>
      runCommand(showGroup, { ...options, organization, name }),
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
      runCommand(updateGroup, {
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
      runCommand(deleteGroup, { ...options, organization, name }),
    )
}

type OwnerOptions = CommandOptions & { readonly organization: string }
type GroupOptions = OwnerOptions & { readonly name: string }
type MemberOptions = {
  readonly members?: string
  readonly add?: string
  readonly remove?: string
}
/** As they are typed. */
export type UpdateOptions = CommandOptions & MemberOptions & { readonly name?: string }

const LIST_MAX = 1_000

export async function createGroup(
  deps: CommandDeps,
  { organization, name, members, json }: GroupOptions & Pick<MemberOptions, 'members'>,
): Promise<number> {
  const group = await withPostgres(deps, (acting) =>
    createMerchantGroup(
      acting,
      { organizationId: organization, by: acting.by },
      {
        name,
        merchantIds: idsOf(members),
      },
    ),
  )
  tell(group, json)
  return EXIT.done
}

export async function listGroups(deps: CommandDeps, { organization, json }: OwnerOptions): Promise<number> {
  const groups = await withPostgres(deps, async ({ db: { db } }) => {
    await getOrganization(db, organization)
    return listMerchantGroups(db, organization, { limit: LIST_MAX })
  })
  const rows = groups.map(({ name, members }) => [name, String(members)])
  if (json) sayJson({ groups: groups.map(({ name, members }) => ({ name, members })) })
  else say(rows.length === 0 ? 'There are no groups.' : table([['name', 'members'], ...rows]))
  return EXIT.done
}

export async function showGroup(deps: CommandDeps, { organization, name, json }: GroupOptions): Promise<number> {
  const group = await withPostgres(deps, async ({ db: { db } }) => {
    await getOrganization(db, organization)
    return findMerchantGroup(db, organization, name)
  })
  if (group === undefined) throw unknown(`The organization ${organization} has no group "${name}".`)
  tell(group, json)
  return EXIT.done
}

export async function updateGroup(
  deps: CommandDeps,
  options: GroupOptions & MemberOptions & { readonly newName?: string | undefined },
): Promise<number> {
  const { organization, name, newName, json } = options
  const members = memberChanges(options)
  const group = await withPostgres(deps, (acting) =>
    changeMerchantGroup(acting, { organizationId: organization, by: acting.by }, { name, newName, members }),
  )
  tell(group, json)
  return EXIT.done
}

export async function deleteGroup(deps: CommandDeps, { organization, name, json }: GroupOptions): Promise<number> {
  await withPostgres(deps, (acting) =>
    deleteMerchantGroup(acting, { organizationId: organization, by: acting.by }, { name }),
  )
  if (json) sayJson({ organizationId: organization, name, deleted: true })
  else say(`The group "${name}" of ${organization} is deleted.`)
  return EXIT.done
}

function memberChanges({ members, add, remove }: MemberOptions) {
  if (members === undefined) return { add: idsOf(add), remove: idsOf(remove) }
  if (add === undefined && remove === undefined) return { set: idsOf(members) }
  const reason = 'cannot stand together with --add or --remove'
  throw new AppError('invalid', 'INVALID_DATA', `--members ${reason}.`, [{ field: 'members', reason }])
}

function idsOf(list = ''): readonly string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

function unknown(sentence: string): AppError {
  return new AppError('not-found', 'NOT_FOUND', sentence)
}

function tell({ organizationId, groupId, name, merchantIds }: MerchantGroup, json = false): void {
  if (json) sayJson({ organizationId, groupId, name, members: merchantIds })
  else {
    const count = merchantIds.length === 1 ? '1 member' : `${merchantIds.length} members`
    say(`${name} (of ${organizationId}), ${count}`)
    for (const id of merchantIds) say(`  ${id}`)
  }
}
