import { AppError } from '../kernel/errors.ts'
import type { AuditActor } from '../organizations/index.ts'

/** What the commands have in common that list what happened. */

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 1_000

/** An instant, or a day, which begins at midnight UTC. */
export function readInstant(
  option: string,
  text: string | undefined,
): Temporal.Instant | undefined {
  if (text === undefined) return undefined
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime('UTC').toInstant()
      : Temporal.Instant.from(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refusedOption(
      option,
      'must be a day or an instant such as 2026-03-09 or 2026-03-09T10:00:00Z',
    )
  }
}

export function readLimit(text = String(LIMIT_DEFAULT)): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT_MAX) {
    throw refusedOption('limit', `must be a number from 1 to ${LIMIT_MAX}`)
  }
  return limit
}

export function refusedOption(option: string, reason: string): AppError {
  return new AppError('invalid', 'INVALID_DATA', `${option} ${reason}.`, [
    { field: option, reason },
  ])
}

export function actorWords(actor: AuditActor): string {
  switch (actor.kind) {
    case 'command-line':
      return `command line (${actor.name})`
    case 'key':
      return `key ${actor.keyId} of ${actor.organizationId}`
    case 'user':
      return `user ${actor.userId} of ${actor.organizationId}`
    case 'service':
      return 'service'
  }
}
