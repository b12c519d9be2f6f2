import { type Actor, askingOrganizationOf } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import { invalid, type Problem } from '../../kernel/reading/reading.ts'
import { type RefusedAddress, refusedAddresses } from '../../notifications/index.ts'
import { auditWrites } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { findRefusedRecipient } from './find-refused-recipient.ts'
import { LOGO_BYTES_MAX, type LogoChange } from './logo.ts'
import { LOGO_PATH, type ReadSettings, readSettings } from './read-settings.ts'
import { rewriteImage } from './rewrite-image.ts'
import { changedPaths, changedSettings, type InvoiceSettings } from './settings.ts'
import { lockSettings, settingsWrite } from './settings-store.ts'
import { refuseOtherVersion } from './settings-tag.ts'

export type ChangeSettingsDeps = {
  readonly db: Transactions
  readonly clock: Clock
  readonly machineClock: Clock
  /** A sandbox allows redirects to plain http. */
  readonly isSandbox: boolean
}

export type ChangedSettings = {
  readonly settings: InvoiceSettings
  readonly unknownFields: readonly string[]
  /** Set if the mail server refused the recipient of notifications for good. */
  readonly refusedEmail: RefusedAddress | undefined
}

type ChangeSettings = {
  readonly body: unknown
  readonly organization: Pick<Organization, 'contact'>
  /** The versions that the client accepts; undefined for any. */
  readonly expected?: readonly string[] | undefined
}

/** Changes the settings that the body contains. Images are decoded before the transaction begins. */
export async function changeSettings(
  { db, clock, machineClock, isSandbox }: ChangeSettingsDeps,
  actor: Actor,
  { body, organization, expected }: ChangeSettings,
): Promise<ChangedSettings> {
  const { organizationId, by } = actor
  const read = readSettings(body, { isSandbox })
  const { logo, problems } = await decodeLogo(read, { owner: askingOrganizationOf(actor) })
  refuseSettings([...read.problems, ...problems], read.personalData)
  return db.transaction(async (tx) => {
    const before = await lockSettings(tx, organizationId, { at: clock.now() })
    refuseOtherVersion(before, expected)
    const settings = changedSettings(before, { ...read.changes, logo }, { at: clock.now() })
    const { merchantEmail } = read.changes.values
    await writeTogether(tx, [
      settingsWrite(organizationId, { before, after: settings }),
      // Naming the address confirms it.
      ...(merchantEmail === undefined ? [] : [refusedAddresses.lift({ organizationId, address: merchantEmail })]),
      ...auditWrites({
        organizationId,
        at: machineClock.now(),
        actor: by,
        action: 'invoice-settings.updated',
        subject: `organization:${organizationId}`,
        details: { fields: changedPaths({ before, after: settings }).join(' ') },
      }),
    ])
    const refusedEmail = await findRefusedRecipient(tx, { organizationId, settings, organization })
    return { settings, unknownFields: read.unknownFields, refusedEmail }
  })
}

async function decodeLogo(
  { logo }: ReadSettings,
  { owner }: { readonly owner: string },
): Promise<{ readonly logo: LogoChange; readonly problems: readonly Problem[] }> {
  if (logo.to !== 'another') return { logo, problems: [] }
  const rewriting = await rewriteImage(logo.sent, { bytesMax: LOGO_BYTES_MAX, owner })
  return rewriting.outcome === 'rewritten'
    ? { logo: { ...logo, logo: rewriting.image }, problems: [] }
    : { logo: { to: 'same' }, problems: [invalid(LOGO_PATH, rewriting.sentence)] }
}

/** A wrong logo has its own code if it is the only problem. */
function refuseSettings(problems: readonly Problem[], personalData: readonly PersonalDataFinding[]): void {
  const [first] = problems
  if (problems.length !== 1 || first?.field !== LOGO_PATH) {
    refuseRequest(problems, personalData)
    return
  }
  throw invalidImage(sentenceOf(first))
}

export function invalidImage(sentence: string, options?: ErrorOptions): AppError {
  const details = [{ field: LOGO_PATH, reason: 'INVALID_DATA' }]
  return new AppError('invalid', 'INVALID_IMAGE', `Invalid image: ${LOGO_PATH} ${sentence}.`, details, options)
}
