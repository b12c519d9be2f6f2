import { EngineUnavailable } from '../platform/engine/engine-unavailable.ts'
import { failureReason } from '../platform/failure-reasons.ts'
import { redactText } from '../platform/redaction.ts'

const CHARACTERS_MAX = 500

/** By Engine's own numbers. */
const RECORD_STORE_REASONS: Readonly<Record<string, string>> = {
  '202': 'it has too much to do',
  '236': 'it is stopping',
  '241': 'it has too little memory',
  '243': 'its disk is full',
}

/** Why a report could not be made, for whoever ordered it: paths and addresses of the machine are for the log alone. */
export function failureWords(error: unknown): string {
  if (error instanceof EngineUnavailable) {
    const reason = failureReason(error.cause, RECORD_STORE_REASONS)
    return `The record store cannot be used: ${reason ?? 'it broke off'}.`
  }
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall !== undefined) {
    return `The report could not be stored: ${failureReason(error) ?? code}.`
  }
  const words = redactText(error instanceof Error ? error.message : String(error))
  return words.replaceAll('\0', '').slice(0, CHARACTERS_MAX).toWellFormed()
}
