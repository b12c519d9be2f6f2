import type { Clock } from '../../clock/clock.ts'
import type { RoutePlugin } from './create-http-app.ts'

const PATH = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

type SecurityTxt = {
  /** A URI. */
  readonly contact: string
  /** The address that others reach the service by; undefined if no one configured it. */
  readonly publicUrl: string | undefined
}

/** Says where vulnerabilities are reported to (RFC 9116). */
export function securityTxtRoute(facts: SecurityTxt, machineClock: Clock): RoutePlugin {
  return async (app) => {
    app.get(PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(securityTxt(facts, machineClock.now())),
    )
  }
}

/** The file at an instant. It expires half a year later, counted in whole days, so that it is the same all day. */
export function securityTxt({ contact, publicUrl }: SecurityTxt, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO('UTC').startOfDay()
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${today.add({ days: VALID_DAYS }).toInstant()}`,
    'Preferred-Languages: en',
    ...(publicUrl?.startsWith('https://') ? [`Canonical: ${publicUrl}${PATH}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
