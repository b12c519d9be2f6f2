import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { changeMerchantGroup, createMerchantGroup, deleteMerchantGroup } from '../groups/change-merchant-groups.ts'
import type { MerchantGroup } from '../groups/merchant-group.ts'
import { findMerchantGroup, listMerchantGroups } from '../groups/merchant-group-store.ts'
import { getOrganization } from '../tree/organization-store.ts'

export function addGroupCommands(program: Command, run: RunCommand): void {
  const groups = program.command('groups').description('manage groups of merchants, for reports about them')

  run(
    groups
      .command('create <organization> <group>')
      .description('create a group of merchants below an organization')
      .option('--members <ids>', 'comma-separated merchant ids'),
    createGroup,
  )
  run(groups.command('list <organization>').description('list the groups of an organization'), listGroups)
  run(groups.command('show <organization> <group>').description('show a group and its members'), showGroup)
  run(
    groups
      .command('update <organization> <group>')
      .description('rename a group or change its members')
      .option('--name <name>', 'new name')
      .option('--members <ids>', 'replace all members by these')
      .option('--add <ids>', 'add these members')
      .option('--remove <ids>', 'remove these members'),
    updateGroup,
  )
  run(
    groups.command('delete <organization> <group>').description('delete a group; its merchants are kept'),
    deleteGroup,
  )
}

type GroupOptions = { readonly organization: string; readonly group: string }
type MemberOptions = { readonly members?: string; readonly add?: string; readonly remove?: string }

const LIST_MAX = 1_000

async function createGroup(
  deps: CommandDeps,
  { organization: organizationId, group: name, members }: GroupOptions & MemberOptions,
): Promise<Output> {
  return withPostgres(deps, async (acting) => {
    const input = { name, merchantIds: idsOf(members) }
    return outputOf(await createMerchantGroup(acting, { organizationId, by: acting.by }, input))
  })
}

async function listGroups(deps: CommandDeps, { organization }: Pick<GroupOptions, 'organization'>): Promise<Output> {
  const groups = await withPostgres(deps, async ({ db: { db } }) => {
    await getOrganization(db, organization)
    return listMerchantGroups(db, organization, { limit: LIST_MAX })
  })
  const rows = groups.map(({ name, members }) => [name, String(members)])
  return {
    json: { groups: groups.map(({ name, members }) => ({ name, members })) },
    text: rows.length === 0 ? 'No groups.' : table([['name', 'members'], ...rows]),
  }
}

async function showGroup(deps: CommandDeps, { organization, group: name }: GroupOptions): Promise<Output> {
  const group = await withPostgres(deps, async ({ db: { db } }) => {
    await getOrganization(db, organization)
    return findMerchantGroup(db, organization, name)
  })
  if (group === undefined) {
    throw new AppError('not-found', 'NOT_FOUND', `The organization ${organization} has no group "${name}".`)
  }
  return outputOf(group)
}

async function updateGroup(
  deps: CommandDeps,
  {
    organization: organizationId,
    group: name,
    name: newName,
    ...options
  }: GroupOptions & MemberOptions & { name?: string },
): Promise<Output> {
  const members = memberChanges(options)
  return withPostgres(deps, async (acting) =>
    outputOf(await changeMerchantGroup(acting, { organizationId, by: acting.by }, { name, newName, members })),
  )
}

async function deleteGroup(
  deps: CommandDeps,
  { organization: organizationId, group: name }: GroupOptions,
): Promise<Output> {
  await withPostgres(deps, (acting) => deleteMerchantGroup(acting, { organizationId, by: acting.by }, { name }))
  return {
    json: { organizationId, name, deleted: true },
    text: `Deleted the group "${name}" of ${organizationId}.`,
  }
}

function memberChanges({ members, add, remove }: MemberOptions) {
  if (members === undefined) return { add: idsOf(add), remove: idsOf(remove) }
  if (add === undefined && remove === undefined) return { set: idsOf(members) }
  throw refusedOption('members', 'cannot be combined with --add or --remove')
}

function idsOf(list = ''): readonly string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

function outputOf({ organizationId, groupId, name, merchantIds }: MerchantGroup): Output {
  const count = merchantIds.length === 1 ? '1 member' : `${merchantIds.length} members`
  return {
    json: { organizationId, groupId, name, members: merchantIds },
    text: [`${name} (of ${organizationId}), ${count}`, ...merchantIds.map((id) => `  ${id}`)].join('\n'),
  }
}
