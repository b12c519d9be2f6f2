import { SCOPES, type Scope } from '../../src/organizations/credentials/credential.ts'
import { isPermitted, ROLES } from '../../src/organizations/users/role.ts'
import type { Keyed } from '../support/http/send-request.ts'
import type { Keys, Parties, PartyName } from './parties.ts'
import type { People, Visitor } from './people.ts'
import { isReading, methodOf, type Row } from './row.ts'

/** The expected outcome of a cell of the matrix. */
export type Expected =
  | 'ok'
  | '400'
  | '401'
  | '403 MISSING_SCOPE'
  | '403 ORGANIZATION_SUSPENDED'
  | '403 MISSING_PERMISSION'
  | '403 NO_MEMBERSHIP'
  | '403 OTHER_SITE'
  | '403 OWNERS_ONLY'
  | '403 PEOPLE_ONLY'
  | '404'
  | '200 rejected'

/** Undefined where the column says nothing about the row. */
type Rule = (row: Row) => Expected | undefined

export type Column = {
  readonly name: string
  readonly caller: PartyName
  /** The caller's own first key unless it says otherwise. */
  readonly key?: (keys: Keys, row: Row) => Keyed | undefined
  /** A person who has signed in, instead of a key. */
  readonly visitor?: (people: People) => Visitor
  /** Replace those of the visitor. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whose thing it is. */
  readonly owner: PartyName
  /** Where the request names the owner. With `signature`, it is signed with a shared secret for the owner. */
  readonly named: 'nowhere' | 'query' | 'body' | 'signature'
  readonly expects: Rule
  /** The thing is the caller's or below it, so that the refusal may differ from that of an unknown thing. */
  readonly isVisible?: boolean
}

const ok: Rule = () => 'ok'
const notFound: Rule = () => '404'
const thingNotFound = ({ thing, refuses = '404' }: Row): Expected | undefined =>
  thing === undefined ? undefined : refuses
const withBody =
  (rule: Rule): Rule =>
  (row) =>
    isReading(row) || methodOf(row) === 'DELETE' || row.isNamedInQueryOnly ? undefined : rule(row)

/** An account that names no merchant. */
const childNotNamed: Rule = (row) => {
  if (row.reach === 'merchant') return '400'
  if (row.reach === 'below') return 'ok'
  return thingNotFound(row)
}
const accountItself: Rule = ({ reach, thing }) => {
  if (thing?.owners === 'merchants') return undefined
  return reach === 'merchant' ? '400' : 'ok'
}
/** A partner that names no merchant is asked for one before anything is looked up. */
const thingOfOthers =
  (caller: PartyName): Rule =>
  (row) =>
    row.thing !== undefined && row.reach === 'merchant' && caller === 'rival' ? '400' : thingNotFound(row)
const parentsThing: Rule = (row) => (row.thing?.owners === 'all' ? thingNotFound(row) : undefined)
const whileSuspended: Rule = (row) =>
  isReading(row) || row.isAllowedWhenSuspended ? 'ok' : '403 ORGANIZATION_SUSPENDED'

/** The rules of isolation: who may do what, for every route that requires a key. */
const GUARDED: readonly Column[] = [
  { name: 'own', caller: 'shop', owner: 'shop', named: 'nowhere', expects: ok },
  { name: 'own, named', caller: 'shop', owner: 'shop', named: 'query', expects: ok },
  {
    ...{ name: 'own of an account', caller: 'account', owner: 'account', named: 'nowhere' },
    expects: accountItself,
    isVisible: true,
  },
  { name: 'child, named', caller: 'account', owner: 'shop', named: 'query', expects: ok },
  { name: 'child, named in the body', caller: 'account', owner: 'shop', named: 'body', expects: withBody(ok) },
  { name: 'child, named by the signature', caller: 'account', owner: 'shop', named: 'signature', expects: ok },
  { name: 'child of a child, named', caller: 'partner', owner: 'shop', named: 'query', expects: ok },
  {
    ...{ name: 'child, not named', caller: 'account', owner: 'shop', named: 'nowhere' },
    expects: childNotNamed,
    isVisible: true,
  },
  { name: 'parent, named', caller: 'shop', owner: 'account', named: 'query', expects: notFound },
  { name: 'parent, not named', caller: 'shop', owner: 'account', named: 'nowhere', expects: parentsThing },
  ...foreignColumns('sibling', 'sister'),
  ...foreignColumns('stranger', 'foreign'),
  ...foreignColumns('partner of others', 'rival'),
  ...suspendedColumns(),
  { name: 'suspended stranger, named', caller: 'foreign', owner: 'closed', named: 'query', expects: notFound },
  ...scopeColumns(),
  {
    ...{ name: 'revoked key', caller: 'shop', owner: 'shop', named: 'nowhere', expects: () => '401' as const },
    key: ({ revoked }) => revoked,
  },
  {
    ...{ name: 'no key', caller: 'shop', owner: 'shop', named: 'nowhere', expects: () => '401' as const },
    key: () => undefined,
  },
]

/** Public routes respond to everyone, whatever credentials are sent. */
const PUBLIC: readonly Column[] = GUARDED.filter(({ name }) => ['own', 'revoked key', 'no key'].includes(name)).map(
  (column) => ({ ...column, expects: ok }),
)

/** Routes for people refuse every key, whatever it names. */
const KEYS_REFUSED: readonly Column[] = GUARDED.map((column) => ({
  ...column,
  isVisible: true,
  expects: (row) => {
    const expected = column.expects(row)
    return expected === undefined || expected === '401' ? expected : '403 PEOPLE_ONLY'
  },
}))

export function columnsOf({ scope, people }: Row): readonly Column[] {
  if (scope === 'public') return PUBLIC
  return [...(people === undefined ? GUARDED : KEYS_REFUSED), ...PEOPLE]
}

const unlessAbout =
  (rule: Rule): Rule =>
  (row) =>
    row.people === 'about' ? undefined : rule(row)

/** People: each role by the table of permissions, the organization that they name, and their session. */
const PEOPLE: readonly Column[] = [
  ...ROLES.map(
    (role): Column => ({
      name: `the role ${role}`,
      ...{ caller: 'shop', owner: 'shop', named: 'nowhere', isVisible: true },
      visitor: ({ roles }) => roles[role],
      expects: ({ scope, isForOwners }) => {
        if (scope !== 'any' && scope !== 'public' && !isPermitted(role, scope)) return '403 MISSING_PERMISSION'
        return isForOwners && role !== 'owner' ? '403 OWNERS_ONLY' : 'ok'
      },
    }),
  ),
  {
    ...{ name: 'a person of the partner, named', caller: 'partner', owner: 'shop', named: 'query' },
    visitor: ({ ofPartner }) => ofPartner,
    expects: ok,
  },
  {
    ...{ name: 'a person of a sibling, named', caller: 'sister', owner: 'shop', named: 'query' },
    visitor: ({ ofSister }) => ofSister,
    // The organization is not found, as the thing is not by those who are allowed to look for it.
    expects: unlessAbout((row) => (row.answers === 404 ? 'ok' : '404')),
  },
  {
    ...{ name: 'a person of a sibling, not named', caller: 'sister', owner: 'shop', named: 'nowhere' },
    visitor: ({ ofSister }) => ofSister,
    expects: unlessAbout(thingNotFound),
  },
  {
    ...{ name: 'a session that has ended', caller: 'shop', owner: 'shop', named: 'nowhere', isVisible: true },
    visitor: ({ signedOut }) => signedOut,
    expects: () => '401',
  },
  {
    ...{ name: 'a disabled user', caller: 'shop', owner: 'shop', named: 'nowhere', isVisible: true },
    visitor: ({ disabled }) => disabled,
    expects: unlessAbout(() => '403 NO_MEMBERSHIP'),
  },
  {
    ...{ name: 'a page of another site', caller: 'shop', owner: 'shop', named: 'nowhere', isVisible: true },
    visitor: ({ roles }) => roles.owner,
    headers: { 'sec-fetch-site': 'cross-site' },
    expects: (row) => (isReading(row) ? undefined : '403 OTHER_SITE'),
  },
  {
    ...{ name: 'a session and a key', caller: 'shop', owner: 'shop', named: 'nowhere', isVisible: true },
    visitor: ({ roles }) => roles.owner,
    headers: { authorization: 'Bearer a-key' },
    expects: () => '400',
  },
]

function foreignColumns(name: string, caller: PartyName): readonly Column[] {
  return [
    { name: `${name}, named`, caller, owner: 'shop', named: 'query', expects: notFound },
    { name: `${name}, named in the body`, caller, owner: 'shop', named: 'body', expects: withBody(notFound) },
    { name: `${name}, named by the signature`, caller, owner: 'shop', named: 'signature', expects: () => '401' },
    { name: `${name}, not named`, caller, owner: 'shop', named: 'nowhere', expects: thingOfOthers(caller) },
  ]
}

function suspendedColumns(): readonly Column[] {
  const own = {
    name: 'suspended',
    caller: 'closed',
    owner: 'closed',
    named: 'nowhere',
    expects: whileSuspended,
  } as const
  const columns = [
    { name: 'suspended child, named', caller: 'account', owner: 'closed', named: 'query' },
    { name: 'suspended account for its child', caller: 'closedAccount', owner: 'belowClosed', named: 'query' },
    { name: 'child of a suspended account', caller: 'belowClosed', owner: 'belowClosed', named: 'nowhere' },
    { name: 'child of a suspended account, named', caller: 'partner', owner: 'belowClosed', named: 'query' },
  ] as const
  // One check is enough that reading still works.
  const expects: Rule = (row) => (isReading(row) ? undefined : whileSuspended(row))
  return [own, ...columns.map((column) => ({ ...column, expects }))].map((column) => ({ ...column, isVisible: true }))
}

const isScope = (scope: Row['scope']): scope is Scope => SCOPES.some((one) => one === scope)

function scopeColumns(): readonly Column[] {
  const own = { caller: 'shop', owner: 'shop', named: 'nowhere' } as const
  const missing = SCOPES.map(
    (scope): Column => ({
      name: `without the scope ${scope}`,
      ...own,
      key: ({ without }) => without[scope],
      expects: (row) => (row.scope === scope ? '403 MISSING_SCOPE' : undefined),
    }),
  )
  const alone: Column = {
    name: 'with its scope alone',
    ...own,
    key: (keys, { scope }) => keys.alone[isScope(scope) ? scope : 'webhooks'],
    expects: ok,
  }
  const wider: Column = {
    name: 'with a scope that includes its own',
    ...own,
    key: ({ alone: keys }) => keys.invoices,
    expects: ({ scope }) => (scope === 'invoices:read' ? 'ok' : undefined),
  }
  return [...missing, alone, wider]
}

export function keyOf({ caller, key }: Column, { parties, keys }: { parties: Parties; keys: Keys }, row: Row) {
  return key === undefined ? parties[caller] : key(keys, row)
}
