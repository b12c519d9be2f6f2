import type { Language } from '../../../kernel/language.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

type Place = { readonly organizationId: string; readonly key: string }

const CHALLENGE = 'sandbox challenge'
const CHECKOUT = 'sandbox checkout'

/** The path of the page on which the sandbox's bank asks a payer; its code keeps others from answering. */
export function challengePathOf(secrets: Secrets, place: Place): string {
  return `/sandbox/challenge/${place.organizationId}/${place.key}/${codeOf(secrets, CHALLENGE, place)}`
}

/** The bank's question is in the language of the page around it, which the payer can change. */
export function challengeUrlIn(url: string, language: Language): string {
  return `${url}?lang=${language}`
}

export function isChallengeCode(secrets: Secrets, place: Place, code: string): boolean {
  return isCode(secrets, CHALLENGE, place, code)
}

/** The path of the sandbox's checkout page, where payers enter the means of payment. */
export function checkoutPathOf(secrets: Secrets, place: Place): string {
  return `/sandbox/checkout/${place.organizationId}/${place.key}?code=${codeOf(secrets, CHECKOUT, place)}`
}

export function isCheckoutCode(secrets: Secrets, place: Place, code: string): boolean {
  return isCode(secrets, CHECKOUT, place, code)
}

function codeOf(secrets: Secrets, purpose: string, place: Place): string {
  return secrets.code(purpose, textOf(place)).toString('base64url')
}

function isCode(secrets: Secrets, purpose: string, place: Place, code: string): boolean {
  return secrets.isCodeOf(Buffer.from(code, 'base64url'), purpose, textOf(place))
}

function textOf({ organizationId, key }: Place): string {
  return JSON.stringify([organizationId, key])
}
