import type { Permission } from '../../src/organizations/users/role.ts'
import type { App } from '../support/apps/app.ts'
import type { Answer } from '../support/http/send-request.ts'
import type { Party } from './parties.ts'

/** A request without credentials; the matrix adds them, and the organization that the column names. */
export type Ask = {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** JSON if it is an object; otherwise sent as it is. */
  readonly body?: string | Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export type Target = {
  readonly party: Party
  /** Id or name of the thing; empty if the route is about the organization itself. */
  readonly id: string
  /** Differs for every request, for names that must be unique. */
  readonly count: number
}

/** Something that an organization has and that a request can name. */
export type Thing = {
  /** Makes one, and returns how requests name it. */
  readonly make: (app: App, party: Party, count: number) => Promise<string>
  /** A well-formed name that nothing has. */
  readonly unknownId: string
  readonly owners: 'merchants' | 'all'
}

export type Row = {
  /** Method and path as the route is registered. */
  readonly route: string
  /** Tells two rows of one route apart. */
  readonly note?: string
  readonly scope: Permission | 'any' | 'public'
  /** Keys are refused: it is for people, or about the person who has signed in and no organization. */
  readonly people?: 'for' | 'about'
  /** An admin may not do it although the role has the permission. */
  readonly isForOwners?: boolean
  /**
   * The reach of a caller that names no organization: its own things; those of all organizations below it too; or, if
   * it is a merchant, its own, while a partner or account must name the merchant.
   */
  readonly reach: 'own' | 'below' | 'merchant'
  /** The thing that the request names; undefined if it is about the organization as a whole. */
  readonly thing?: Thing
  readonly ask: (target: Target) => Ask
  /** The status of a success, 200 unless it says otherwise. */
  readonly answers?: number
  /** The response about a thing that is not the caller's: 404 unless it says otherwise. */
  readonly refuses?: '404' | '400' | '200 rejected'
  /** Recognizes a response with a good status that rejects what the request names. */
  readonly rejects?: (response: Answer) => boolean
  /** The response does not show whose it is: it is empty, or the same for everyone. */
  readonly showsNothing?: boolean
  /** The response has days on which others have records: it lists a calendar, or sample payments of a year. */
  readonly showsAnyDay?: boolean
  /** The body cannot name an organization. */
  readonly isNamedInQueryOnly?: boolean
  /** A suspended organization may do it although it changes something. */
  readonly isAllowedWhenSuspended?: boolean
  /** The request changes nothing, or nothing that the audit trail has to tell. */
  readonly hasNoAudit?: boolean
  /** Tables where a refusal leaves something of the caller's own. */
  readonly refusalTables?: readonly string[]
}

export const methodOf = ({ route }: Pick<Row, 'route'>): string => route.split(' ', 1)[0] ?? ''
export const isReading = (row: Pick<Row, 'route'>): boolean => ['GET', 'HEAD'].includes(methodOf(row))
export const titleOf = ({ route, note }: Row): string => (note === undefined ? route : `${route} (${note})`)
