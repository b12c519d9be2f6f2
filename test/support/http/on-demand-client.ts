import type { App, AppWith } from '../apps/app.ts'
import { family } from '../data/organizations.ts'
import { putRecords } from '../data/stored-records.ts'
import { type Keyed, sendAs } from './send-request.ts'

type QueryParameters = Readonly<Record<string, string | number>>
type Headers = Readonly<Record<string, string>>
type AfterFirst<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never

export type OnDemandApp = AppWith<[typeof onDemandClient]>

/** A family of organizations that ask for reports on demand of the records that a test puts into the engine. */
export async function onDemandClient({ port, database, engine }: App) {
  const owners = await family({ database })
  const askWith = (owner: Keyed | undefined, name: string, parameters: QueryParameters, headers: Headers = {}) => {
    const given = Object.entries(parameters).map(([parameter, value]) => [parameter, String(value)])
    return sendAs(port, owner, { method: 'GET', path: `/reporting/v3/${name}?${new URLSearchParams(given)}`, headers })
  }
  return {
    owners,
    /** Asks for a report as one of the organizations, or without credentials. */
    ask: (owner: keyof typeof owners | undefined, name: string, parameters: QueryParameters, headers: Headers = {}) =>
      askWith(owner === undefined ? undefined : owners[owner], name, parameters, headers),
    askWith,
    put: (...given: AfterFirst<typeof putRecords>) => putRecords({ database, engine }, ...given),
  }
}
