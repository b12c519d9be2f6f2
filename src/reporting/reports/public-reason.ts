import { EngineUnavailable, type UnavailableReason } from '../../platform/engine/engine-unavailable.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { redactText } from '../../platform/log/redaction.ts'

const CHARACTERS_MAX = 500

const RECORD_STORE_REASONS: Readonly<Record<UnavailableReason, string>> = {
  busy: 'too many queries are running',
  stopping: 'it is shutting down',
  memory: 'it is out of memory',
  disk: 'its disk is full',
  gone: 'the connection was lost',
}

/** Why a report failed, for its user: paths and addresses of the machine belong only in the log. */
export function publicReason(error: unknown): string {
  if (error instanceof EngineUnavailable) {
    return `The record store is unavailable: ${RECORD_STORE_REASONS[error.reason]}.`
  }
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall !== undefined) {
    return `The report could not be stored: ${failureReason(error) ?? code}.`
  }
  const words = redactText(error instanceof Error ? error.message : String(error))
  return words.replaceAll('\0', '').slice(0, CHARACTERS_MAX).toWellFormed()
}
