import { sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { CustomLabel } from './label.ts'
import type { Logo } from './logo.ts'
import { notificationRecipient } from './notification-warnings.ts'
import { flatSettings, type InvoiceSettings, NO_SETTINGS, nestedSettings, type ShownSettings } from './settings.ts'
import { SETTING_FIELDS } from './settings-fields.ts'

type SettingsRow = {
  /** By their names in the API. */
  readonly settings: Readonly<Record<string, unknown>> & {
    readonly customLabels?: readonly CustomLabel[]
  }
  readonly logo: Buffer | null
  readonly logo_type: Logo['type'] | null
  readonly logo_is_light: boolean
  readonly submitted_at: Temporal.Instant
}

/** Loads the settings; those that were never set are missing. */
export async function findSettings(db: Db, organizationId: string): Promise<InvoiceSettings> {
  const { rows } = await sql<SettingsRow>`select settings, logo, logo_type, logo_is_light, submitted_at
    from invoice_settings where organization_id = ${organizationId}`.execute(db)
  const [row] = rows
  return row === undefined ? NO_SETTINGS : settingsOf(row)
}

/** The columns of `invoice_settings setting` without the logo itself, for a statement that selects more. */
export const shownSettingsColumns = sql`setting.settings, setting.logo_type, setting.logo_is_light,
  setting.submitted_at as set_at`

export type ShownSettingsRow = {
  readonly settings: SettingsRow['settings'] | null
  readonly logo_type: Logo['type'] | null
  readonly logo_is_light: boolean | null
  readonly set_at: Temporal.Instant | null
}

export function shownSettingsOf({ settings, logo_type, logo_is_light, set_at }: ShownSettingsRow): ShownSettings {
  const { customLabels = [], ...values } = settings ?? {}
  return {
    values: flatSettings(values),
    labels: customLabels,
    hasLogo: logo_type !== null,
    hasLightLogo: logo_is_light === true,
    submittedAt: set_at ?? undefined,
  }
}

/** The values of the settings alone; a logo may be large. */
export async function findSettingValues(db: Db, organizationId: string): Promise<InvoiceSettings['values']> {
  const { rows } = await sql<Pick<SettingsRow, 'settings'>>`select settings from invoice_settings
    where organization_id = ${organizationId}`.execute(db)
  return flatSettings(rows[0]?.settings ?? {})
}

/**
 * Where the merchant is notified of transactions; undefined if it does not want to be, or has no address. Of urgent news
 * it is notified in any case.
 */
export async function findNotificationAddress(
  db: Db | Tx,
  organizationId: string,
  { isUrgent = false }: { readonly isUrgent?: boolean } = {},
): Promise<string | undefined> {
  const values = await findSettingValues(db, organizationId)
  if (values.enableMerchantEmailNotifications !== true && !isUrgent) return undefined
  return notificationRecipient(values, await getOrganization(db, organizationId))
}

/** The number of merchants with invoices whose payers are not authenticated (3-D Secure). */
export async function countWithoutAuthentication(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`select count(*)::int as count
    from invoice_counters left join invoice_settings using (organization_id)
    where last_position > 0 and settings ->> ${SETTING_FIELDS.payerAuthentication.path} is distinct from 'enable'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/**
 * The settings, locked until the transaction ends. The first change makes their row: of two concurrent
 * first changes the second waits here too, and then sees the first one's values.
 */
export async function lockSettings(
  tx: Tx,
  organizationId: string,
  { at }: { readonly at: Temporal.Instant },
): Promise<InvoiceSettings> {
  const { rows } = await sql<SettingsRow>`
    insert into invoice_settings (organization_id, settings, submitted_at)
    values (${organizationId}, '{}', ${at.toString()})
    on conflict (organization_id) do update set organization_id = excluded.organization_id
    returning settings, logo, logo_type, logo_is_light, submitted_at`.execute(tx)
  const [row] = rows
  assert(row !== undefined, 'The settings of an organization have a row once they are locked.')
  return settingsOf(row)
}

/** Updates locked settings. The logo is written only if it changed. */
export function settingsWrite(
  organizationId: string,
  { before, after }: { readonly before: InvoiceSettings; readonly after: InvoiceSettings },
): Write {
  const { values, labels, logo, submittedAt } = after
  const stored = {
    ...nestedSettings(values),
    ...(labels.length === 0 ? {} : { customLabels: labels }),
  }
  const logoColumns =
    logo === before.logo
      ? sql``
      : sql`, logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}, logo_is_light = ${logo?.isLight ?? false}`
  return sql`update invoice_settings set settings = ${JSON.stringify(stored)}::jsonb,
      submitted_at = ${submittedAt?.toString()} ${logoColumns}
    where organization_id = ${organizationId}`
}

function settingsOf({ settings, logo, logo_type, logo_is_light, submitted_at }: SettingsRow): InvoiceSettings {
  const { customLabels = [], ...values } = settings
  return {
    values: flatSettings(values),
    labels: customLabels,
    logo: logo === null || logo_type === null ? undefined : { type: logo_type, bytes: logo, isLight: logo_is_light },
    submittedAt: submitted_at,
  }
}
