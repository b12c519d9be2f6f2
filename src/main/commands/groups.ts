import { AppError } from '../../kernel/errors.ts'
import {
  type Actor,
  changeMerchantGroup,
  createMerchantGroup,
  deleteMerchantGroup,
  findMerchantGroup,
  findOrganization,
  listMerchantGroups,
  type MerchantGroup,
} from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { commandLineActor } from '../command-line-actor.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { withStores } from '../with-stores.ts'

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
  const group = await withStores(deps, ({ database }) =>
    createMerchantGroup(actionDeps(database), actorFor(organization), {
      name,
      merchantIds: idsOf(members),
    }),
  )
  tell(group, json)
  return EXIT.done
}

export async function listGroups(
  deps: CommandDeps,
  { organization, json }: OwnerOptions,
): Promise<number> {
  const groups = await withStores(deps, async ({ database: { db } }) => {
    await refuseUnknown(db, organization)
    return listMerchantGroups(db, organization, { limit: LIST_MAX })
  })
  const rows = groups.map(({ name, members }) => [name, String(members)])
  if (json) sayJson({ groups: groups.map(({ name, members }) => ({ name, members })) })
  else say(rows.length === 0 ? 'There are no groups.' : table([['name', 'members'], ...rows]))
  return EXIT.done
}

export async function showGroup(
  deps: CommandDeps,
  { organization, name, json }: GroupOptions,
): Promise<number> {
  const group = await withStores(deps, async ({ database: { db } }) => {
    await refuseUnknown(db, organization)
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
  const group = await withStores(deps, ({ database }) =>
    changeMerchantGroup(actionDeps(database), actorFor(organization), { name, newName, members }),
  )
  tell(group, json)
  return EXIT.done
}

export async function deleteGroup(
  deps: CommandDeps,
  { organization, name, json }: GroupOptions,
): Promise<number> {
  await withStores(deps, ({ database }) =>
    deleteMerchantGroup(actionDeps(database), actorFor(organization), { name }),
  )
  if (json) sayJson({ organizationId: organization, name, deleted: true })
  else say(`The group "${name}" of ${organization} is deleted.`)
  return EXIT.done
}

function actionDeps(database: Database) {
  return { db: database, clock: systemClock, machineClock: systemClock }
}

function actorFor(organizationId: string): Actor {
  return { organizationId, by: commandLineActor() }
}

function memberChanges({ members, add, remove }: MemberOptions) {
  if (members === undefined) return { add: idsOf(add), remove: idsOf(remove) }
  if (add === undefined && remove === undefined) return { set: idsOf(members) }
  const reason = 'cannot stand together with --add or --remove'
  throw new AppError('invalid', 'INVALID_DATA', `--members ${reason}.`, [
    { field: 'members', reason },
  ])
}

function idsOf(list = ''): readonly string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

async function refuseUnknown(db: Database['db'], organization: string): Promise<void> {
  if ((await findOrganization(db, organization)) === undefined) {
    throw unknown(`There is no organization ${organization}.`)
  }
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
