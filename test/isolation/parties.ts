import { createBearerKey } from '../../src/organizations/credentials/create-key.ts'
import { includesScope, SCOPES, type Scope } from '../../src/organizations/credentials/credential.ts'
import { revokeKey } from '../../src/organizations/credentials/revoke-key.ts'
import { suspendOrganization } from '../../src/organizations/tree/change-organization.ts'
import type { OrganizationType } from '../../src/organizations/tree/organization.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import type { App } from '../support/apps/app.ts'
import { anOrganization, aTester, testSecrets } from '../support/data/organizations.ts'
import type { Keyed } from '../support/http/send-request.ts'
import type { SharedSecret } from '../support/http/signers.ts'

type Described = {
  readonly type: OrganizationType
  readonly above?: PartyName
  /** Part of its name and of everything that it has. */
  readonly word: string
  /** Of all its amounts. */
  readonly currency: string
  /** When all its records happened. */
  readonly day: string
}

export type PartyName =
  | 'partner'
  | 'account'
  | 'shop'
  | 'sister'
  | 'foreign'
  | 'rival'
  | 'closed'
  | 'closedAccount'
  | 'belowClosed'

/** Nothing of one organization looks like something of another, so that a response shows whose data it has. */
const DESCRIBED: Readonly<Record<PartyName, Described>> = {
  partner: { type: 'partner', word: 'Albatross', currency: 'PLN', day: '2026-03-11' },
  account: { type: 'account', above: 'partner', word: 'Bandicoot', currency: 'CZK', day: '2026-03-12' },
  shop: { type: 'merchant', above: 'account', word: 'Cormorant', currency: 'NOK', day: '2026-03-13' },
  sister: { type: 'merchant', above: 'account', word: 'Dormouse', currency: 'SEK', day: '2026-03-14' },
  foreign: { type: 'merchant', word: 'Echidna', currency: 'DKK', day: '2026-03-15' },
  rival: { type: 'partner', word: 'Flamingo', currency: 'RON', day: '2026-03-16' },
  closed: { type: 'merchant', above: 'account', word: 'Gazelle', currency: 'CHF', day: '2026-03-17' },
  closedAccount: { type: 'account', above: 'partner', word: 'Hedgehog', currency: 'MXN', day: '2026-03-18' },
  belowClosed: { type: 'merchant', above: 'closedAccount', word: 'Ibex', currency: 'ZAR', day: '2026-03-19' },
}
const PARTY_NAMES = Object.keys(DESCRIBED) as readonly PartyName[]
const SUSPENDED: readonly PartyName[] = ['closed', 'closedAccount']

export type Party = Described &
  Keyed & { readonly name: PartyName; readonly organizationId: string; readonly sharedSecret: SharedSecret }
export type Parties = Readonly<Record<PartyName, Party>>

export async function createParties(app: App): Promise<Parties> {
  const parties: Partial<Record<PartyName, Party>> = {}
  for (const name of PARTY_NAMES) {
    const { above, ...described } = DESCRIBED[name]
    const { type, word } = described
    const organizationId = idOf(name)
    const parent = above === undefined ? {} : { parentId: idOf(above) }
    const keyed = await anOrganization(app, organizationId, { type, name: `${word} Ltd`, ...parent })
    parties[name] = { ...DESCRIBED[name], ...keyed, name, organizationId }
  }
  // The one scope that first keys do not have.
  await app.database.pool.query(`update credentials set scopes = scopes || '{users}'`)
  return parties as Parties
}

export const idOf = (name: PartyName): string => `id-${DESCRIBED[name].word.toLowerCase()}`

/** After everything that they own has been made. */
export async function suspendParties({ database }: App): Promise<void> {
  const deps = { db: database, clock: systemClock, machineClock: systemClock }
  for (const name of SUSPENDED) {
    await suspendOrganization(deps, { organizationId: idOf(name), by: aTester }, { reason: 'for a test' })
  }
}

export type Keys = {
  readonly without: Readonly<Record<Scope, Keyed>>
  readonly alone: Readonly<Record<Scope, Keyed>>
  readonly revoked: Keyed
}

/** Further keys of the shop. */
export async function createKeys({ database }: App): Promise<Keys> {
  const deps = { db: database, machineClock: systemClock, secrets: testSecrets }
  const actor = { organizationId: idOf('shop'), by: aTester }
  const keyWith = async (scopes: readonly Scope[]) =>
    createBearerKey(deps, actor, { label: 'a key', scopes, expiresAt: undefined })
  const without: [Scope, Keyed][] = []
  const alone: [Scope, Keyed][] = []
  for (const scope of SCOPES) {
    without.push([scope, { bearer: await keyWith(SCOPES.filter((other) => !includesScope([other], scope))) }])
    alone.push([scope, { bearer: await keyWith([scope]) }])
  }
  const revoked = await keyWith(SCOPES)
  await revokeKey(deps, actor, { keyId: revoked.keyId })
  return {
    without: Object.fromEntries(without) as Keys['without'],
    alone: Object.fromEntries(alone) as Keys['alone'],
    revoked: { bearer: revoked },
  }
}

/** The organization itself and all below it. */
export function isWithin(name: PartyName, top: PartyName): boolean {
  const { above } = DESCRIBED[name]
  return name === top || (above !== undefined && isWithin(above, top))
}

export const parentOf = (name: PartyName): PartyName | undefined => DESCRIBED[name].above

/** The strings that only responses about this organization have. */
export function marksOf(party: Party): readonly string[] {
  return [...namesOf(party), party.currency, party.day]
}

export function namesOf({ word, organizationId }: Party): readonly string[] {
  return [word, organizationId]
}
