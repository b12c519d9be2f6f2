// pure
/** The outcome of an attempt to hand a mail over to the mail server. */
export type HandOver =
  | { readonly outcome: 'accepted' }
  /** Tried again later. */
  | { readonly outcome: 'deferred'; readonly reason: string }
  /** Refused for good; `isAddress` if the address itself is at fault, not this one mail. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly isAddress: boolean }

/** The error of a failed conversation with a mail server. */
export type SmtpFailure = {
  readonly message: string
  /** The command that was refused, such as `RCPT TO`. */
  readonly command?: string | undefined
  /** The server's answer as a whole. */
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
}

const REASON_CHARACTERS_MAX = 500
const ENHANCED_STATUS = /^\d{3}[ -]+(5\.\d{1,3}\.\d{1,3})/
/** The mailbox is full, or the server's policy refuses this client or this content: another mail may pass. */
const NOT_OF_THE_ADDRESS = /^5\.(2\.2|3\.|7\.)/

/**
 * Distinguishes a final refusal from a temporary failure. Only a refusal of the recipient or of the message is for good: a
 * server that does not accept our credentials or our sender address is set up wrongly, and may be corrected.
 */
export function handOverOf(failure: SmtpFailure): HandOver {
  const reason = reasonOf(failure)
  const { command, responseCode = 0, response = '' } = failure
  const isForGood = responseCode >= 500 && responseCode < 600 && responseCode !== 503 && responseCode !== 530
  if (!isForGood || (command !== 'RCPT TO' && command !== 'DATA')) return { outcome: 'deferred', reason }
  const status = ENHANCED_STATUS.exec(response)?.[1]
  const isAddress =
    status === undefined
      ? command === 'RCPT TO' && responseCode !== 552
      : status.startsWith('5.1.') || (command === 'RCPT TO' && !NOT_OF_THE_ADDRESS.test(status))
  return { outcome: 'refused', reason, isAddress }
}

function reasonOf({ message, response, command }: SmtpFailure): string {
  const words = response === undefined ? message : `${command ?? 'connection'}: ${response}`
  return readableReason(words)
}

/** One line without control characters, of a bounded length. */
export function readableReason(words: string): string {
  return words
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, REASON_CHARACTERS_MAX)
}
