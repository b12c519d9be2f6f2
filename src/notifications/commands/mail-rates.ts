import type { Command } from 'commander'
import { members } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { auditWrites, getOrganization } from '../../organizations/index.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { listRates, type MailRate, setRate } from '../mail-rates/rate-store.ts'

export type MailConfig = PlatformConfig & { readonly mailsPerHour: number }

/** Commands about the number of mails that an organization may send within an hour. */
export function addRateCommands(mails: Command, run: RunCommand<MailConfig>): void {
  run(
    mails
      .command('rates')
      .description('list the rates of organizations, with the mails of their hour; those that have reached it first')
      .option('--organization <id>', 'only that of one organization')
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    list,
  )
  run(
    mails
      .command('rate <organization> <perHour>')
      .description(
        'set how many mails of an organization leave within an hour; "default" for the setting of the service',
      ),
    change,
  )
}

const LISTED = members({ limit: listLimit })
const CHANGED = members({ perHour: given(wholeNumber(1, 1_000_000)) })

async function list(deps: CommandDeps<MailConfig>, options: { readonly organization?: string }): Promise<Output> {
  const { limit } = readOptions(LISTED, options)
  const { organization: organizationId } = options
  const usual = deps.config.mailsPerHour
  return withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    const rates = await listRates(db, { organizationId, limit })
    const text = table([
      ['organization', 'per hour', 'this hour', 'reached until'],
      ...rates.map((each) => row(each, usual)),
    ])
    return {
      json: { mailsPerHour: usual, rates: rates.map((each) => json(each, usual)) },
      text: rates.length === 0 ? `No mails yet. Usual rate: ${usual} an hour.` : text,
    }
  })
}

type RateOptions = { readonly organization: string; readonly perHour: string }

async function change(deps: CommandDeps<MailConfig>, options: RateOptions): Promise<Output> {
  const perHour = options.perHour === 'default' ? null : readOptions(CHANGED, options).perHour
  const { organization: organizationId } = options
  const usual = deps.config.mailsPerHour
  return withPostgres(deps, async ({ db, machineClock, by }) => {
    await getOrganization(db.db, organizationId)
    const rate = await db.transaction(async (tx) => {
      const changed = await setRate(tx, { organizationId, perHour, usual })
      const entry = { organizationId, at: machineClock.now(), actor: by, action: 'mail-rate.changed' }
      const details = { perHour: perHour ?? 'default' }
      await writeTogether(tx, auditWrites({ ...entry, subject: `organization:${organizationId}`, details }))
      return changed
    })
    return { json: json(rate, usual), text: `${organizationId} sends up to ${perHour ?? usual} mails an hour.` }
  })
}

function row({ organizationId, perHour, used, fullUntil }: MailRate, usual: number): string[] {
  const until = fullUntil?.toString({ smallestUnit: 'second' }) ?? ''
  return [organizationId, perHour === null ? `${usual} (default)` : String(perHour), String(used), until]
}

function json({ organizationId, perHour, used, fullUntil }: MailRate, usual: number) {
  const inForce = { perHour: perHour ?? usual, isDefault: perHour === null }
  return { organizationId, ...inForce, used, fullUntil: fullUntil?.toString() ?? null }
}
