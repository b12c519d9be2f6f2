import type { Clock } from '../../platform/clock/clock.ts'
import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts'
import { notificationBody, notificationHeaders } from '../webhooks/notification.ts'
import { signatureOf } from '../webhooks/signature.ts'
import { isExpired, type SigningKey } from '../webhooks/signing-key-store.ts'
import type { AttemptResult, ReadyDelivery, ReceiverResponse } from './delivery.ts'

export type SendDeps = {
  readonly outbound: Pick<Outbound, 'request'>
  /** The product's clock. */
  readonly clock: Clock
  readonly machineClock: Clock
}

export type Receiver = {
  readonly url: string
  /** Undefined if the organization has none. */
  readonly key: SigningKey | undefined
}

export const ATTEMPT_MS_MAX = 10_000
/** This much of a response is stored. */
const BODY_BYTES_MAX = 4_096
const HEADERS_MAX = 32
const HEADER_CHARACTERS_MAX = 512

/** Sends one attempt of a notification. Returns undefined if `signal` was aborted first: the outcome is unknown then. */
export async function sendNotification(
  { outbound, clock, machineClock }: SendDeps,
  { url, key }: Receiver,
  { notification, attempts, attemptsOfRound }: ReadyDelivery,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const attempt = { attempt: attempts, retryNumber: attemptsOfRound }
  const headers = notificationHeaders(notification, attempt)
  const begun = { startedAt: clock.now(), requestUrl: url, response: undefined }
  const signedAt = machineClock.now()
  const keyProblem = problemOfKey(key, signedAt)
  if (key === undefined || keyProblem !== undefined) {
    return { ...begun, durationMs: 0, requestHeaders: headers, problem: keyProblem }
  }
  const body = notificationBody(notification, attempt)
  const requestHeaders = { ...headers, 'V-C-Signature': signatureOf({ key, at: signedAt, body }) }
  const sentAtMs = performance.now()
  const result = await outbound.request(url, {
    ...{ method: 'POST', headers: requestHeaders, body, timeoutMs: ATTEMPT_MS_MAX, signal },
    bodyBytesMax: BODY_BYTES_MAX,
  })
  const durationMs = Math.round(performance.now() - sentAtMs)
  if (result.outcome === 'failed') {
    if (result.reason === 'CANCELED') return undefined
    return { ...begun, durationMs, requestHeaders, problem: result.message }
  }
  const response = keptResponse(result)
  return { ...begun, durationMs, requestHeaders, response, problem: problemOfStatus(response.status) }
}

function problemOfKey(key: SigningKey | undefined, now: Temporal.Instant): string | undefined {
  if (key === undefined) return 'The organization has no signing key.'
  return isExpired(key, now) ? 'The signing key has expired.' : undefined
}

function problemOfStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined
  const isRedirection = status >= 300 && status < 400
  return isRedirection
    ? `The receiver answered ${status}; redirections are not followed.`
    : `The receiver answered ${status}.`
}

/** The stored part of a response: bounded, and without characters that PostgreSQL cannot store. */
function keptResponse({ status, headers, body }: OutboundResponse): ReceiverResponse {
  const kept = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .slice(0, HEADERS_MAX)
    .map(([name, value]) => [storable(name), storable(String(value)).slice(0, HEADER_CHARACTERS_MAX)])
  return { status, headers: Object.fromEntries(kept), body: storable(body.toString('utf8')) }
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
