import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, text, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { auditWrites, getOrganization } from '../../organizations/index.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../platform/command-line/with-stores.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { type ListedMail, listMails, MAIL_STATES, retryMails } from '../mail/listed-mail-store.ts'
import { addAddressCommands } from './mail-addresses.ts'
import { addRateCommands, type MailConfig } from './mail-rates.ts'

export function addMailCommands(program: Command, run: RunCommand<MailConfig>): void {
  const mails = program
    .command('mails')
    .description('list mails, retry those that were refused or given up, lift refused addresses, set rates')
  run(
    mails
      .command('list')
      .description('list mails, newest first, with the reason where one was not accepted')
      .option('--state <state>', `only those that are ${MAIL_STATES.join(', ')}`)
      .option('--organization <id>', 'only those of one organization')
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    listOutbox,
  )
  run(
    mails
      .command('retry [id]')
      .description('give a refused or dead mail all its attempts again; without an id, every dead one')
      .option('--organization <id>', 'only those of one organization')
      .option('--limit <number>', 'maximum number without an id, 1 to 1000 (default: 1000)'),
    retry,
  )
  addAddressCommands(mails, run)
  addRateCommands(mails, run)
}

const LISTED = members({ state: optional(given(oneOf(MAIL_STATES))), limit: listLimit })
const RETRIED = members({
  id: optional(text('is not the id of a mail', (id) => UUID.test(id))),
  limit: withDefault(given(wholeNumber(1, 1_000)), 1_000),
})
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type OrganizationOption = { readonly organization?: string }

async function listOutbox(deps: CommandDeps, options: OrganizationOption): Promise<Output> {
  const { state, limit } = readOptions(LISTED, options)
  return withPostgres(deps, async ({ db: { db } }) => {
    const organizationId = options.organization
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    const mails = await listMails(db, { organizationId, state }, { limit })
    const text = table([HEADER, ...mails.map(row)])
    return { json: { mails: mails.map(json) }, text: mails.length === 0 ? 'No mails.' : text }
  })
}

async function retry(deps: CommandDeps, options: OrganizationOption & { readonly id?: string }): Promise<Output> {
  const { id: mailId, limit } = readOptions(RETRIED, options)
  return withPostgres(deps, async (acting) => {
    const { db } = acting
    const organizationId = options.organization
    if (organizationId !== undefined) await getOrganization(db.db, organizationId)
    const filter = mailId === undefined ? { organizationId, state: 'dead' as const } : { organizationId, mailId }
    const mails = await db.transaction(async (tx) => {
      const retried = await retryMails(tx, filter, { limit })
      // One by one: a thousand together would be too large a statement.
      for (const mail of retried) await writeTogether(tx, auditOf(acting, mail))
      return retried
    })
    if (mailId !== undefined && mails.length === 0) {
      throw new AppError('not-found', 'NOT_FOUND', `There is no refused or dead mail ${mailId}.`)
    }
    const count = mails.length === 1 ? '1 mail is' : `${mails.length} mails are`
    return { json: { mails: mails.map(json) }, text: `${count} tried again.` }
  })
}

function auditOf({ machineClock, by }: ActingDeps, { organizationId, mailId, kind, subject }: ListedMail) {
  return auditWrites({
    ...{ organizationId, at: machineClock.now(), actor: by },
    ...{ action: 'mail.retried', subject, details: { mailId, kind } },
  })
}

const HEADER = ['created', 'organization', 'id', 'kind', 'about', 'to', 'state', 'attempts', 'next attempt', 'reason']

function row({ createdAt, organizationId, mailId, kind, subject, to, state, ...rest }: ListedMail): string[] {
  const { waitsForRateUntil } = rest
  const nextAt = rest.nextAttemptAt ?? waitsForRateUntil
  const next = nextAt === null ? '' : seconds(nextAt)
  const what = [organizationId, mailId, kind, subject, to, state]
  const reason = waitsForRateUntil === null ? (rest.reason ?? '') : 'waits for the rate of its organization'
  return [seconds(createdAt), ...what, String(rest.attempts), next, reason]
}

function seconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' })
}

function json({ createdAt, endedAt, nextAttemptAt, waitsForRateUntil, ...mail }: ListedMail) {
  return {
    ...mail,
    createdAt: createdAt.toString(),
    endedAt: endedAt?.toString() ?? null,
    nextAttemptAt: nextAttemptAt?.toString() ?? null,
    waitsForRateUntil: waitsForRateUntil?.toString() ?? null,
  }
}
