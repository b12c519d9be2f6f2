import type { Command } from 'commander'
import { members, optional } from '../../../kernel/reading/reading.ts'
import { given, oneOf } from '../../../kernel/reading/text-readers.ts'
import { accounts, getOrganization } from '../../../organizations/index.ts'
import { ROLES } from '../../../organizations/pure.ts'
import { readOptions, refusedOption } from '../../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../../platform/command-line/run-command.ts'
import { table } from '../../../platform/command-line/terminal.ts'
import { withPostgres } from '../../../platform/command-line/with-stores.ts'
import { writeLinkMail } from '../mails/link-mail.ts'
import { invitationUrl } from '../portal-links.ts'
import { addAccessCommands } from './user-access.ts'

/** Adds `users`, for the operator. */
export function addUserCommands(program: Command, run: RunCommand): void {
  const users = program
    .command('users')
    .description('invite the people who use the portal, list them, and change or end their access')

  run(
    withPlace(users.command('create <email>')).description(
      'create a user and print the link that accepts the invitation',
    ),
    (deps, options: InviteOptions) => invite(deps, options, { isMailed: false }),
  )
  run(
    withPlace(users.command('invite <email>')).description(
      'invite a person by mail; without a mail server the link is printed',
    ),
    (deps, options: InviteOptions) => invite(deps, options, { isMailed: deps.config.smtpUrl !== undefined }),
  )
  run(
    users
      .command('list')
      .description('list users with their roles')
      .option('--organization <id>', 'only those of this organization'),
    list,
  )
  addAccessCommands(users, run)
}

function withPlace(command: Command): Command {
  return command
    .option('--organization <id>', 'the organization that the person will work for (required)')
    .option('--role <role>', `${ROLES.join(', ')} (required)`)
    .option('--name <text>', 'the person’s name (default: the person chooses it)')
}

type InviteOptions = { readonly email: string; readonly organization?: string; readonly name?: string }

const INVITE_OPTIONS = members({ role: optional(given(oneOf(ROLES))) })
const LISTED_MAX = 1_000

async function invite(
  deps: CommandDeps,
  { email, name = '', ...options }: InviteOptions,
  { isMailed }: { readonly isMailed: boolean },
): Promise<Output> {
  const { role } = readOptions(INVITE_OPTIONS, options)
  const { organization: organizationId } = options
  if (organizationId === undefined) throw refusedOption('organization', 'is required')
  if (role === undefined) throw refusedOption('role', 'is required')
  const { person, link } = await withPostgres(deps, (acting) =>
    accounts.invitePerson(
      { database: acting.db, machineClock: acting.machineClock, limits: undefined },
      { organizationId, by: acting.by },
      { email, name, role },
      async (tx, sent) => {
        if (isMailed) await writeLinkMail(tx, acting, sent, { kind: 'invitation' })
      },
    ),
  )
  const url = invitationUrl(deps.config, link.token)
  const expiresAt = link.expiresAt.toString({ smallestUnit: 'minute' })
  const json = { personId: person.personId, email: person.email, organizationId, role, expiresAt }
  const done = `Invited ${person.email} to ${organizationId} as ${role}.`
  return isMailed
    ? { json, text: `${done} The link is in the mail and valid until ${expiresAt}.` }
    : { json: { ...json, link: url }, text: `${done} The link works once, until ${expiresAt}:\n\n  ${url}` }
}

async function list(
  deps: CommandDeps,
  { organization: organizationId }: { readonly organization?: string },
): Promise<Output> {
  const limit = LISTED_MAX
  const users = await withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId === undefined) return accounts.listEveryUser(db, { limit })
    await getOrganization(db, organizationId)
    return accounts.listUsers(db, organizationId, { limit })
  })
  const header = ['EMAIL', 'NAME', 'ORGANIZATION', 'ROLE', 'STATUS', 'CODES', 'LAST SEEN']
  const rows = users.map(({ person, membership, lastSeenAt }) => [
    ...[person.email, person.name === '' ? '–' : person.name, membership.organizationId, membership.role],
    person.status === 'DISABLED' ? 'DISABLED (person)' : membership.status,
    person.hasCodes ? 'on' : 'off',
    lastSeenAt?.toString({ smallestUnit: 'minute' }) ?? 'never',
  ])
  return {
    json: {
      users: users.map(({ person, membership, lastSeenAt, invitationExpiresAt }) => ({
        ...{ personId: person.personId, email: person.email, name: person.name, personStatus: person.status },
        ...{ organizationId: membership.organizationId, role: membership.role, status: membership.status },
        hasCodes: person.hasCodes,
        lastSeenAt: lastSeenAt ?? null,
        invitationExpiresAt: invitationExpiresAt ?? null,
      })),
    },
    text: users.length === 0 ? 'No users yet: see "quittance users create --help".' : table([header, ...rows]),
  }
}
