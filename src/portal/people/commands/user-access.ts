import type { Command } from 'commander'
import { members, optional } from '../../../kernel/reading/reading.ts'
import { given, oneOf } from '../../../kernel/reading/text-readers.ts'
import { accounts } from '../../../organizations/index.ts'
import { permissionsOf, ROLES } from '../../../organizations/pure.ts'
import { readOptions, refusedOption } from '../../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../../platform/command-line/run-command.ts'
import { table } from '../../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../../platform/command-line/with-stores.ts'
import { writeLinkMail } from '../mails/link-mail.ts'
import { securityNotices } from '../mails/notice-mail.ts'
import { resetUrl } from '../portal-links.ts'

/** Adds the commands that change or end the access of a person. */
export function addAccessCommands(users: Command, run: RunCommand): void {
  run(
    users
      .command('disable <email>')
      .description('end all sessions of a person, who cannot sign in any more')
      .option('--undo', 'let the person sign in again'),
    disable,
  )
  run(
    users
      .command('reset <email>')
      .description('send a link for a new password; without a mail server it is printed')
      .option('--codes', 'also turn one-time codes off, for a person who has lost them')
      .option('--print', 'print the link instead of sending it'),
    reset,
  )
  run(
    users
      .command('roles [email]')
      .description('list the roles and their permissions, or change the role of a person')
      .option('--organization <id>', 'the organization in which the role is changed')
      .option('--role <role>', ROLES.join(', ')),
    roles,
  )
  run(
    users
      .command('sessions <email>')
      .description('list the browsers in which a person is signed in')
      .option('--end', 'end all of them'),
    sessions,
  )
}

type EmailOption = { readonly email: string }

const LISTED_MAX = 1_000

/** The dependencies as actions about people name them. */
function named({ db, machineClock, ...acting }: ActingDeps, { config }: CommandDeps) {
  return { database: db, machineClock, tellPerson: securityNotices({ ...acting, config }) }
}

async function disable(
  deps: CommandDeps,
  { email, undo = false }: EmailOption & { readonly undo?: boolean },
): Promise<Output> {
  const status = undo ? 'ACTIVE' : 'DISABLED'
  const person = await withPostgres(deps, async (acting) => {
    const { personId } = await accounts.getAccount(named(acting, deps), email)
    return accounts.setPersonStatus(named(acting, deps), acting.by, { personId, status })
  })
  const text = undo ? 'can sign in again' : 'cannot sign in any more, and all sessions have ended'
  return { json: { personId: person.personId, email: person.email, status }, text: `${person.email} ${text}.` }
}

type ResetOptions = EmailOption & { readonly codes?: boolean; readonly print?: boolean }

async function reset(deps: CommandDeps, { email, codes = false, print = false }: ResetOptions): Promise<Output> {
  const isMailed = !print && deps.config.smtpUrl !== undefined
  const { account, link, wereCodesOn } = await withPostgres(deps, async (acting) => {
    const account = await accounts.getAccount(named(acting, deps), email)
    const wereCodesOn = codes && (await accounts.removeCodes(named(acting, deps), account.personId, { by: acting.by }))
    const link = await accounts.issueReset(named(acting, deps), account, {
      action: 'person.reset-issued',
      by: acting.by,
      alsoWrite: async (tx, sent) => {
        if (isMailed) await writeLinkMail(tx, acting, sent, { kind: 'password-reset' })
      },
    })
    return { account, link, wereCodesOn }
  })
  const url = resetUrl(deps.config, link.token)
  const expiresAt = link.expiresAt.toString({ smallestUnit: 'minute' })
  const json = { personId: account.personId, email: account.email, expiresAt, codesTurnedOff: wereCodesOn }
  const off = wereCodesOn ? ' One-time codes are off now.' : ''
  return isMailed
    ? { json, text: `Sent a link for a new password to ${account.email}, valid until ${expiresAt}.${off}` }
    : {
        json: { ...json, link: url },
        text: `The link for a new password of ${account.email} works once, until ${expiresAt}:\n\n  ${url}${off && `\n\n${off.trim()}`}`,
      }
}

type RoleOptions = { readonly email?: string; readonly organization?: string }

const ROLE_OPTIONS = members({ role: optional(given(oneOf(ROLES))) })

async function roles(deps: CommandDeps, { email, organization, ...options }: RoleOptions): Promise<Output> {
  const { role } = readOptions(ROLE_OPTIONS, options)
  if (email === undefined) {
    const listed = ROLES.map((name) => ({ role: name, permissions: permissionsOf(name) }))
    const rows = listed.map(({ role: name, permissions }) => [name, permissions.join(', ')])
    return { json: { roles: listed }, text: table([['ROLE', 'PERMISSIONS'], ...rows]) }
  }
  if (organization === undefined) throw refusedOption('organization', 'is required to change a role')
  if (role === undefined) throw refusedOption('role', 'is required to change a role')
  const user = await withPostgres(deps, async (acting) => {
    const { personId } = await accounts.getAccount(named(acting, deps), email)
    return accounts.changeUser(acting, { organizationId: organization, by: acting.by }, { personId, role })
  })
  const { person, membership } = user
  return {
    json: { personId: person.personId, email: person.email, organizationId: organization, role: membership.role },
    text: `${person.email} is ${membership.role} of ${organization}.`,
  }
}

async function sessions(
  deps: CommandDeps,
  { email, end = false }: EmailOption & { readonly end?: boolean },
): Promise<Output> {
  return withPostgres(deps, async (acting) => {
    const { db, machineClock } = acting
    const { personId, email: address } = await accounts.getAccount(named(acting, deps), email)
    if (end) {
      const ended = await accounts.endAllSessions(named(acting, deps), acting.by, personId)
      return {
        json: { personId, ended },
        text: `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${address}.`,
      }
    }
    const found = await accounts.listSessions(db.db, personId, { now: machineClock.now(), limit: LISTED_MAX })
    const minuteOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'minute' })
    const rows = found.map(({ device, network, createdAt, lastSeenAt }) => [
      ...[device === '' ? '–' : device, network, minuteOf(createdAt), minuteOf(lastSeenAt)],
    ])
    return {
      json: { personId, sessions: found.map(({ personId: _, ...session }) => session) },
      text:
        found.length === 0
          ? `${address} is not signed in.`
          : table([['DEVICE', 'NETWORK', 'SIGNED IN', 'LAST SEEN'], ...rows]),
    }
  })
}
