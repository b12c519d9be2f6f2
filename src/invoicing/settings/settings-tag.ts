import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { plainTag } from '../../platform/http/negotiation/entity-tags.ts'
import { type InvoiceSettings, nestedSettings } from './settings.ts'

/**
 * The version of settings by their content, which they need no column for: settings that were changed and changed back
 * have the first tag again.
 */
export function settingsTag({ values, labels, logo }: InvoiceSettings): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([nestedSettings(values), labels], sorted))
    .update(logo?.bytes ?? '')
  return `"${hash.digest('base64url')}"`
}

/** The database keeps the members of an object in an order of its own. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The tags that If-Match accepts; undefined if it is missing or accepts any. */
export function expectedTags({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] | undefined {
  const tags = headers['if-match']?.split(',').map(plainTag)
  return tags === undefined || tags.includes('*') ? undefined : tags
}

/** Refuses a change of settings that somebody else has changed since they were read. */
export function refuseOtherVersion(settings: InvoiceSettings, expected: readonly string[] | undefined): void {
  if (expected === undefined || expected.includes(settingsTag(settings))) return
  throw new AppError(
    'precondition-failed',
    'PRECONDITION_FAILED',
    'The settings have changed since they were read: read them again.',
  )
}
