import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { members } from '../../kernel/reading/reading.ts'
import { auditWrites, getOrganization } from '../../organizations/index.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { liftAddress, listRefusedAddresses } from '../mail/refused-address-store.ts'

/** Commands about addresses that a mail server refused for good. */
export function addAddressCommands(mails: Command, run: RunCommand): void {
  run(
    mails
      .command('refused')
      .description('list addresses that a mail server refused for good, newest first, with its reason')
      .option('--organization <id>', 'only those of one organization')
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    listAddresses,
  )
  run(
    mails
      .command('lift <address>')
      .description('let a refused address be tried again, by the next mail to it')
      .option('--organization <id>', 'only for one organization'),
    lift,
  )
}

const LISTED = members({ limit: listLimit })

type OrganizationOption = { readonly organization?: string }

async function listAddresses(deps: CommandDeps, options: OrganizationOption): Promise<Output> {
  const { limit } = readOptions(LISTED, options)
  const { organization: organizationId } = options
  return withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    const addresses = await listRefusedAddresses(db, { organizationId, limit })
    const rows = addresses.map(({ refusedAt, organizationId: owner, address, reason }) => [
      ...[refusedAt.toString({ smallestUnit: 'second' }), owner, address, reason],
    ])
    return {
      json: { addresses: addresses.map((each) => ({ ...each, refusedAt: each.refusedAt.toString() })) },
      text:
        rows.length === 0
          ? 'No refused addresses.'
          : table([['refused', 'organization', 'address', 'reason'], ...rows]),
    }
  })
}

async function lift(deps: CommandDeps, options: OrganizationOption & { readonly address: string }): Promise<Output> {
  const { organization: organizationId, address } = options
  return withPostgres(deps, async ({ db, machineClock, by }) => {
    if (organizationId !== undefined) await getOrganization(db.db, organizationId)
    const lifted = await db.transaction(async (tx) => {
      const owners = await liftAddress(tx, { organizationId, address })
      for (const owner of owners) {
        const entry = { organizationId: owner, at: machineClock.now(), actor: by, action: 'mail-address.lifted' }
        await writeTogether(tx, auditWrites({ ...entry, subject: `organization:${owner}`, details: {} }))
      }
      return owners
    })
    if (lifted.length === 0) throw new AppError('not-found', 'NOT_FOUND', 'No mail server refused this address.')
    const whose = `${lifted.length === 1 ? 'organization' : 'organizations'} ${lifted.join(', ')}`
    return { json: { organizations: lifted }, text: `The address is tried again by the next mail of ${whose}.` }
  })
}
