import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { writeSmallFile } from '../../platform/files/small-file.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { claimSandboxPreparation } from '../../platform/stores/installation.ts'
import { type CreatedOrganization, insertNewOrganization } from '../creation/create-organization.ts'
import type { NewOrganization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'
import { createSandboxPerson } from './sandbox-person.ts'

type Deps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
  readonly secrets: Secrets
  readonly folder: DataFolder
  readonly mode: Mode
}

const ATTEMPTS_MAX = 3

/** The file with the credentials of the first organizations and the first person of a sandbox. */
export function sandboxCredentialsFileOf({ path }: DataFolder): string {
  return join(path, 'sandbox-credentials.json')
}

/** Creates a partner, a merchant below it and a person for experiments, once per installation. */
export async function prepareSandbox(deps: Deps, { baseUrl }: { readonly baseUrl: string }): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.db.transaction((tx) => prepare(tx, deps, baseUrl))
      return
    } catch (error) {
      // Another process took the id first.
      const isTaken = error instanceof AppError && error.kind === 'conflict'
      if (!isTaken || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

async function prepare(tx: Tx, deps: Deps, baseUrl: string): Promise<void> {
  if (!(await claimSandboxPreparation(tx, { at: deps.machineClock.now() }))) return
  const by = { kind: 'service' } as const
  const partner = await insertNewOrganization(tx, deps, by, {
    ...sandboxOrganization('partner', await freeId(tx, 'sandbox-partner')),
    parentId: undefined,
  })
  const merchant = await insertNewOrganization(tx, deps, by, {
    ...sandboxOrganization('merchant', await freeId(tx, 'sandbox-merchant')),
    parentId: partner.organization.organizationId,
  })
  const portal = await createSandboxPerson(tx, {
    organizationIds: [partner, merchant].map(({ organization }) => organization.organizationId),
    at: deps.machineClock.now(),
  })
  const credentials = { baseUrl, portal, partner: shown(partner), merchant: shown(merchant) }
  // Before the commit: a kill in between leaves a file that the next start replaces. The other way
  // round, the secrets of the new organizations would be lost.
  keep(sandboxCredentialsFileOf(deps.folder), credentials)
}

function sandboxOrganization(type: NewOrganization['type'], organizationId: string): NewOrganization {
  const name = `Sandbox ${type}`
  return { organizationId, type, name, timeZone: 'UTC', contact: {}, hasFraudManagement: false }
}

async function freeId(tx: Tx, preferred: string): Promise<string> {
  let id = preferred
  for (let number = 2; (await findOrganization(tx, id)) !== undefined; number += 1) {
    id = `${preferred}-${number}`
  }
  return id
}

function shown({ organization, sharedSecret, bearer }: CreatedOrganization): object {
  const { organizationId } = organization
  return { organizationId, sharedSecret, bearer: { key: bearer.key } }
}

function keep(file: string, credentials: object): void {
  try {
    writeSmallFile(file, `${JSON.stringify(credentials, null, 2)}\n`)
  } catch (error) {
    const reason = failureReason(error) ?? (error as Error).message
    throw new StartupError(`The file ${file} cannot be written: ${reason}.`, { cause: error })
  }
}
