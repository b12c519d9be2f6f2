import type { App } from '../support/apps/app.ts'
import { type Answer, sendAs } from '../support/http/send-request.ts'
import { signHttpSignature } from '../support/http/signers.ts'
import { type Count, countOf, withStatements } from './counted-statements.ts'
import { comparable, leaksIn } from './leaks.ts'
import { isWithin, type Keys, marksOf, namesOf, type Parties, type Party, type PartyName } from './parties.ts'
import type { People } from './people.ts'
import { type Ask, isReading, methodOf, type Row, type Target, type Thing, titleOf } from './row.ts'
import { type Column, columnsOf, type Expected, keyOf } from './rules.ts'

const UNKNOWN_ORGANIZATION = 'id-nobody'

export type World = {
  readonly app: App
  readonly parties: Parties
  readonly keys: Keys
  readonly people: People
  readonly things: Things
  /** The statements of one usual request to each route, by the title of its row. */
  readonly counted: Map<string, Count>
  /** A search waits for the records that its organization has written, and asks again and again. */
  readonly untilLoaded: () => Promise<void>
}

/** The result of a row: the expected and the actual outcome of each column, and the data that leaked. */
export type RowResult = {
  readonly expected: Readonly<Record<string, string>>
  readonly happened: Readonly<Record<string, string>>
  readonly leaks: readonly string[]
}

/** One thing of each kind for each organization, for requests that must not change it. */
export class Things {
  readonly #made = new Map<Thing, Map<PartyName, string>>()
  #count = 0

  async makeAll(app: App, things: readonly Thing[], parties: readonly Party[]): Promise<void> {
    for (const thing of new Set(things)) {
      const owners = parties.filter(({ type }) => thing.owners === 'all' || type === 'merchant')
      const ids = new Map<PartyName, string>()
      for (const party of owners) ids.set(party.name, await thing.make(app, party, this.count()))
      this.#made.set(thing, ids)
    }
  }

  /** A partner or account has no things that belong to merchants. */
  of(thing: Thing, owner: PartyName): string {
    return this.#made.get(thing)?.get(owner) ?? thing.unknownId
  }

  count(): number {
    this.#count += 1
    return this.#count
  }
}

type Cell = { readonly column: Column; readonly expected: Expected }
type AskedCell = Cell & { readonly sent: Sent; readonly differs: readonly string[] }
type Sent = { readonly response: Answer; readonly request: string }

function cellsOf(row: Row): readonly Cell[] {
  return columnsOf(row).flatMap((column) => {
    const expected = column.expects(row)
    const isLeftOut = expected === undefined || (methodOf(row) === 'HEAD' && !isAskedWithHead({ column, expected }))
    return isLeftOut ? [] : [{ column, expected }]
  })
}

/** HEAD passes the same hooks as GET, so fewer callers test it. */
function isAskedWithHead({ column, expected }: Cell): boolean {
  return expected === 'ok' ? column.name === 'own' : ['shop', 'sister'].includes(column.caller)
}

/** Sends the requests of a row's columns that are refused, all concurrently: they change nothing. */
export async function askRefused(world: World, row: Row): Promise<RowResult> {
  const refused = cellsOf(row).filter(({ expected }) => expected !== 'ok')
  return resultOf(world, row, await Promise.all(refused.map((cell) => askCell(world, row, cell))))
}

/** Sends the requests of a row's columns that are allowed; each changes something of its own. */
export async function askAllowed(world: World, row: Row): Promise<RowResult> {
  const asked: AskedCell[] = []
  for (const cell of cellsOf(row)) {
    if (cell.expected !== 'ok') continue
    const count = asked.length === 0 && methodOf(row) !== 'HEAD' ? noteCount(world, row) : undefined
    asked.push(await askCell(world, row, cell, count))
  }
  return resultOf(world, row, asked)
}

/** The same request with the same Idempotency-Key, twice by its owner and once by a sibling. */
export async function askWithOneKey(world: World, row: Row) {
  const { app, parties, things } = world
  const id = row.thing === undefined ? '' : await row.thing.make(app, parties.shop, things.count())
  const target = { party: parties.shop, id, count: things.count() }
  const withKey: Row = {
    ...row,
    ask: (asked) => {
      const ask = row.ask(asked)
      return { ...ask, headers: { ...ask.headers, 'idempotency-key': `key ${target.count}` } }
    },
  }
  const askAs = async (caller: PartyName) => {
    const column = { name: 'one key', caller, owner: 'shop', named: 'nowhere', expects: () => undefined } as const
    return (await send(world, withKey, { column, target, organizationId: '' })).response
  }
  return { first: await askAs('shop'), repeated: await askAs('shop'), sibling: await askAs('sister') }
}

/** Changes something as the owner of the shop, and returns who did it by the audit trail. */
export async function changeAsOwner(world: World, row: Row) {
  const { app, parties, people, things } = world
  const id = row.thing === undefined ? '' : await row.thing.make(app, parties.shop, things.count())
  const target = { party: parties.shop, id, count: things.count() }
  const { rows: last } = await app.database.pool.query('select coalesce(max(position), 0) as at from audit_unsealed')
  const visitor = () => people.roles.owner
  const caller = { caller: 'shop', owner: 'shop', named: 'nowhere' } as const
  const column = { ...caller, name: 'the owner', visitor, expects: () => undefined }
  const count: Counting | undefined =
    row.people === 'for' ? (found) => world.counted.set(titleOf(row), found) : undefined
  const { response } = await send(world, row, { column, target, organizationId: '', count })
  const { rows } = await app.database.pool.query(
    `select actor from audit_unsealed join audit_entries using (organization_id, entry_id) where position > $1`,
    [last[0].at],
  )
  const { organizationId } = parties.shop
  const owner = { kind: 'user', organizationId, personId: people.roles.owner.personId }
  return { response, owner, actors: rows.map(({ actor }) => actor) }
}

function resultOf(world: World, row: Row, asked: readonly AskedCell[]): RowResult {
  const named = <Value>(read: (cell: AskedCell) => Value) =>
    Object.fromEntries(asked.map((cell) => [cell.column.name, read(cell)]))
  return {
    // A response to HEAD has no body that says the reason.
    expected: named(({ expected }) => (methodOf(row) === 'HEAD' ? (expected.split(' ', 1)[0] ?? '') : expected)),
    happened: named(({ column, expected, sent }) =>
      column.visitor !== undefined && expected === 'ok'
        ? outcomeForPerson(sent.response)
        : outcomeOf(row, world.parties[column.owner], world, sent.response),
    ),
    leaks: asked.flatMap(({ column, sent, differs }) =>
      [...leaksOf(world, row, column, sent), ...differs].map((leak) => `${column.name}: ${leak}`),
    ),
  }
}

/** Changes that only people may make are counted elsewhere, where the owner makes one. */
function noteCount({ counted }: World, row: Row): Counting | undefined {
  return row.people === 'for' && !isReading(row) ? undefined : (count) => counted.set(titleOf(row), count)
}

async function askCell(
  world: World,
  row: Row,
  { column, expected }: Cell,
  count?: Counting | undefined,
): Promise<AskedCell> {
  const { app, parties, things } = world
  const { thing } = row
  const party = parties[column.owner]
  const isUsed = expected === 'ok' && !isReading(row)
  const makeOrFind = async (made: Thing) => {
    if (!isUsed) return things.of(made, column.owner)
    // Whether a person may make a request shows with a thing that does not exist, too.
    return column.visitor === undefined ? made.make(app, party, things.count()) : made.unknownId
  }
  const target = { party, id: thing === undefined ? '' : await makeOrFind(thing), count: things.count() }
  const isFresh = isUsed && row.people === 'about'
  const sent = await send(world, row, { column, target, organizationId: party.organizationId, isFresh, count })
  if (expected === 'ok' || column.isVisible) return { column, expected, sent, differs: [] }
  return { column, expected, sent, differs: await differences(world, row, { column, target, sent }) }
}

/** A public response may have a list of all currencies, but nothing of anyone. Bytes of a PDF spell a currency by chance. */
function leaksOf(
  { parties }: World,
  { scope, showsAnyDay = false }: Row,
  { caller }: Column,
  { response, request }: Sent,
): readonly string[] {
  const isPdf = response.headers['content-type'] === 'application/pdf'
  const ofMember = (party: Party) => marksOf(party).filter((mark) => !showsAnyDay || mark !== party.day)
  return scope === 'public'
    ? leaksIn(response, { parties, caller: undefined, sent: request, marksOf: namesOf })
    : leaksIn(response, { parties, caller, sent: request, marksOf: isPdf ? namesOf : ofMember })
}

/** A refusal must equal that for an organization or a thing that does not exist. */
async function differences(
  world: World,
  row: Row,
  { column, target, sent }: { readonly column: Column; readonly target: Target; readonly sent: Sent },
): Promise<readonly string[]> {
  const isOrganization = column.named !== 'nowhere' || row.thing === undefined
  const { organizationId } = target.party
  const unknown = await send(world, row, {
    column: isOrganization && column.named === 'nowhere' ? { ...column, named: 'query' } : column,
    target: isOrganization ? target : { ...target, id: row.thing?.unknownId ?? '' },
    organizationId: isOrganization ? UNKNOWN_ORGANIZATION : organizationId,
  })
  const names = [target.id, row.thing?.unknownId ?? '', organizationId, UNKNOWN_ORGANIZATION]
  const [one, other] = [sent, unknown].map(({ response }) => comparable(response, names))
  return one === other ? [] : [`${one} differs from ${other}`]
}

type Sending = {
  readonly column: Column
  readonly target: Target
  readonly organizationId: string
  /** Whether the request may end the session. */
  readonly isFresh?: boolean
  readonly count?: Counting | undefined
}

type Counting = (count: Count) => void

async function send(world: World, row: Row, { count, ...sending }: Sending): Promise<Sent> {
  if (count === undefined) return sendUncounted(world, row, sending)
  await world.untilLoaded()
  const { result, texts } = await withStatements(() => sendUncounted(world, row, sending))
  count(countOf(texts))
  return result
}

async function sendUncounted(
  world: World,
  row: Row,
  { column, target, organizationId, isFresh }: Sending,
): Promise<Sent> {
  const { port } = world.app
  const { path, query = {}, body, headers = {} } = named(row.ask(target), column.named, organizationId)
  const parameters = new URLSearchParams(query).toString()
  const isJson = typeof body === 'object'
  const unsigned = {
    method: methodOf(row),
    path: parameters === '' ? path : `${path}?${parameters}`,
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  }
  const given = { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers }
  const signature = () => {
    const { sharedSecret } = world.parties[column.caller]
    return signHttpSignature(sharedSecret, { ...unsigned, host: `127.0.0.1:${port}`, merchantId: organizationId })
  }
  const visitor = column.visitor?.(world.people)
  const sendAsAny = async () => {
    if (visitor !== undefined) {
      const session = isFresh ? await visitor.fresh() : visitor.headers
      return sendAs(port, undefined, { ...unsigned, headers: { ...given, ...session, ...column.headers } })
    }
    if (column.named !== 'signature') return sendAs(port, keyOf(column, world, row), { ...unsigned, headers: given })
    return sendAs(port, undefined, { ...unsigned, headers: { ...given, ...signature() } })
  }
  const response = await sendAsAny()
  return { response, request: `${decodeURIComponent(unsigned.path)} ${unsigned.body}` }
}

function named(ask: Ask, where: Column['named'], organizationId: string): Ask {
  if (where === 'query') return { ...ask, query: { ...ask.query, organizationId } }
  if (where === 'body') return { ...ask, body: { ...(ask.body as object), organizationId } }
  return ask
}

/** Anything but a refusal of the person: the request itself is tested with keys. */
function outcomeForPerson({ status, body }: Answer): string {
  if (status === 401) return '401'
  if (status === 403) return `403 ${body?.reason}`
  return status < 500 ? 'ok' : String(status)
}

function outcomeOf(row: Row, owner: Party, { parties }: World, response: Answer): string {
  const { status, headers, body, text } = response
  if (headers['v-c-correlation-id'] === undefined) return `${status} without an id`
  const { answers = 200, showsNothing = false } = row
  if (row.rejects?.(response)) return `${status} rejected`
  const isHead = methodOf(row) === 'HEAD'
  if (status === 403 && !isHead) return `403 ${body?.reason}`
  if (status !== answers) return String(status)
  const owners = Object.values(parties).filter(({ name }) => isWithin(name, owner.name))
  const isShown = owners.flatMap(marksOf).some((mark) => text.includes(mark))
  return showsNothing || isHead || isShown ? 'ok' : `${status} without anything of its owner`
}
