import { invoicingWork } from '../../invoicing/index.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { openMessages } from '../../notifications/index.ts'
import { listTopOrganizations, recordAudit } from '../../organizations/index.ts'
import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { newId } from '../../platform/secrets/random.ts'
import {
  findRestoredCopy,
  lockRestoredCopy,
  type RestoredCopy,
  saveActivation,
} from '../../platform/stores/restored-copy.ts'
import { copiesAlive, type Heartbeat } from '../copies/heartbeat.ts'
import { openPlace } from '../place/open-place.ts'

type Deps = {
  readonly db: Pick<Database, 'db' | 'transaction'>
  /** The product's. */
  readonly clock: Clock
  readonly machineClock: Clock
  /** For the place that the copy was restored from. */
  readonly s3Endpoint: string | undefined
}

export type ActivateCopy = {
  /** How many invoice numbers each merchant leaves out. */
  readonly skippedNumbers: number
  /** Whether the original may still be running. */
  readonly isForced: boolean
}

export type Activated = {
  readonly isNew: boolean
  readonly restoredTo: Temporal.Instant
  readonly heldMails: number
  readonly heldNotifications: number
}

/** More than any installation has. */
const TOP_ORGANIZATIONS_MAX = 1_000_000

/**
 * Lets a restored copy take changes and send messages. Messages that were not sent yet are held for a person, because the
 * original may have sent them after the moment of the backup. All of it is one transaction.
 */
export async function activateCopy(deps: Deps, by: AuditActor, input: ActivateCopy): Promise<Activated> {
  const found = await findRestoredCopy(deps.db.db)
  if (found !== undefined && found.activatedAt === undefined && !input.isForced) await refuseOriginal(deps, found)
  return deps.db.transaction(async (tx) => {
    const copy = await lockRestoredCopy(tx)
    if (copy === undefined) {
      throw new StartupError('This installation was not restored from a backup: there is nothing to activate.')
    }
    const { restoredTo } = copy
    if (copy.activatedAt !== undefined) return { isNew: false, restoredTo, heldMails: 0, heldNotifications: 0 }
    return activate(tx, deps, { by, copy, ...input })
  })
}

/** Two copies that both act would charge, mail and number twice. */
async function refuseOriginal({ machineClock, s3Endpoint }: Deps, { restoredFrom }: RestoredCopy): Promise<void> {
  const alive = await findAlive(restoredFrom, { s3Endpoint, now: machineClock.now() }).catch((cause: Error) => {
    throw new StartupError(
      `The place of the backup cannot say whether the original still runs (${cause.message}). If you know that it does not, repeat the command with --force.`,
      { cause },
    )
  })
  if (alive === undefined) return
  const { host, at } = alive
  throw new StartupError(
    `The original, or another copy, was seen on ${host} at ${at.toString({ smallestUnit: 'second' })}. Stop it and wait five minutes, or repeat the command with --force.`,
  )
}

async function findAlive(
  restoredFrom: string,
  { s3Endpoint, now }: { readonly s3Endpoint: string | undefined; readonly now: Temporal.Instant },
): Promise<Heartbeat | undefined> {
  const place = await openPlace(restoredFrom, { s3Endpoint })
  try {
    const [alive] = await copiesAlive(place, now)
    return alive
  } finally {
    place.close()
  }
}

type Activation = ActivateCopy & { readonly by: AuditActor; readonly copy: RestoredCopy }

async function activate(
  tx: Tx,
  { clock, machineClock }: Deps,
  { by, copy, skippedNumbers, isForced }: Activation,
): Promise<Activated> {
  const { restoredTo } = copy
  const heldMails = await openMessages.holdMails(tx, { at: clock.now() })
  const heldNotifications = await openMessages.holdNotifications(tx, { at: clock.now() })
  if (skippedNumbers > 0) await skipNumbers(tx, skippedNumbers)
  const at = machineClock.now()
  await saveActivation(tx, { at, copyId: newId() })
  await recordAudit(tx, {
    ...{ organizationId: INSTALLATION, at, actor: by, action: 'copy.activated', subject: 'installation' },
    details: { restoredTo: restoredTo.toString(), skippedNumbers, heldMails, heldNotifications, isForced },
  })
  return { isNew: true, restoredTo, heldMails, heldNotifications }
}

async function skipNumbers(tx: Tx, count: number): Promise<void> {
  for (const { organizationId } of await listTopOrganizations(tx, { limit: TOP_ORGANIZATIONS_MAX })) {
    await invoicingWork.skipNumbers(tx, { organizationId, count })
  }
}
