import type { Answer } from '../support/http/send-request.ts'
import { isWithin, type Parties, type Party, type PartyName, parentOf } from './parties.ts'

/** They differ between any two responses, or say only how long the rest is, or whether the body had arrived by then. */
const HEADERS_OF_ONE_RESPONSE = ['date', 'v-c-correlation-id', 'content-length', 'connection', 'keep-alive']
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** A shorter name may occur elsewhere by chance; refusals do not repeat those at all. */
const NAME_LENGTH_MIN = 4

/** A response without what differs between any two of them, and without the names that the request sent itself. */
export function comparable({ status, headers, text }: Answer, sentNames: readonly string[]): string {
  const names = sentNames.filter(({ length }) => length >= NAME_LENGTH_MIN)
  const compared = Object.entries(headers).filter(([name]) => !HEADERS_OF_ONE_RESPONSE.includes(name))
  return names
    .flatMap((name) => [name, encodeURIComponent(name)])
    .reduce((all, name) => all.replaceAll(name, '…'), JSON.stringify([status, compared, text]))
    .replaceAll(ID, '…')
}

type LeakInput = {
  readonly parties: Parties
  /** Undefined for a public route. */
  readonly caller: PartyName | undefined
  readonly marksOf: (party: Party) => readonly string[]
  /** The request itself. */
  readonly sent: string
}

/** Data of organizations that are neither the caller nor below it, and that the request itself did not contain. */
export function leaksIn({ headers, text }: Answer, { parties, caller, marksOf, sent }: LeakInput): readonly string[] {
  const received = `${JSON.stringify(headers)}\n${text}`
  const strangers = Object.values(parties).filter(({ name }) => caller === undefined || !isWithin(name, caller))
  return strangers.flatMap((stranger) => {
    // An organization may know the id of the one above it.
    const known = caller !== undefined && stranger.name === parentOf(caller) ? stranger.organizationId : undefined
    const secret = marksOf(stranger).filter((mark) => mark !== known && !sent.includes(mark))
    // A random token may contain the letters of a currency.
    return secret.filter((mark) => received.includes(mark) && new RegExp(String.raw`\b${mark}\b`).test(received))
  })
}
