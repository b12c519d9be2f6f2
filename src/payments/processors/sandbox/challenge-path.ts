import type { Secrets } from '../../../platform/secrets/secrets.ts'

type Place = { readonly organizationId: string; readonly key: string }

const PURPOSE = 'sandbox challenge'

/** The path of the page on which the sandbox's bank asks a payer; its code keeps others from answering. */
export function challengePathOf(secrets: Secrets, place: Place): string {
  const code = secrets.code(PURPOSE, textOf(place)).toString('base64url')
  return `/sandbox/challenge/${place.organizationId}/${place.key}/${code}`
}

export function isChallengeCode(secrets: Secrets, place: Place, code: string): boolean {
  return secrets.isCodeOf(Buffer.from(code, 'base64url'), PURPOSE, textOf(place))
}

function textOf({ organizationId, key }: Place): string {
  return JSON.stringify([organizationId, key])
}
