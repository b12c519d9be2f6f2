import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { EVERYTHING } from '../caller-changes/caller-subject.ts'
import { CallerMemory } from './caller-memory.ts'

type Known = { readonly secret: string; readonly subjects: readonly string[] }

const START = Temporal.Instant.from('2026-03-09T10:00:00Z')
let jumpedMs = 0
const machineClock = { now: () => START.add({ milliseconds: Math.floor(performance.now()) + jumpedMs }) }

beforeEach(() => {
  jumpedMs = 0
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

function aMemory({ entriesMax = 10 } = {}) {
  const memory = new CallerMemory({ machineClock, entriesMax })
  const keys = memory.of<Known>('key', ({ subjects }) => subjects)
  const known = (...subjects: string[]): Known => ({ secret: 'hash', subjects })
  const read = () => memory.noteRead(memory.moment())
  return { memory, keys, known, read }
}

test('nothing is used before the changes were read once, nor 800 ms after the last read began', () => {
  const { keys, known, read } = aMemory()
  keys.asking()('k', known())
  const early = keys.recall('k')

  read()
  const fresh = keys.recall('k')
  vi.advanceTimersByTime(800)
  const last = keys.recall('k')
  vi.advanceTimersByTime(1)
  const late = keys.recall('k')
  read()

  expect(early).toBeUndefined()
  expect([fresh, last]).toEqual([known(), known()])
  expect(late).toBeUndefined()
  expect(keys.recall('k')).toEqual(known())
})

test('a read counts from its beginning, however late it ends', () => {
  const { memory, keys, known } = aMemory()
  keys.asking()('k', known())

  const beganAt = memory.moment()
  vi.advanceTimersByTime(801)
  memory.noteRead(beganAt)

  expect(keys.recall('k')).toBeUndefined()
})

test.each([3_600_000, -3_600_000])('after the time has jumped by %s ms nothing is used until the next read', (byMs) => {
  const { keys, known, read } = aMemory()
  keys.asking()('k', known())
  read()

  jumpedMs = byMs

  expect(keys.recall('k')).toBeUndefined()
  read()
  expect(keys.recall('k')).toEqual(known())
})

test('an entry of 30 s ago is asked for again, however often it is used', () => {
  const { keys, known, read } = aMemory()
  const keep = keys.asking()
  vi.advanceTimersByTime(500)
  keep('k', known())

  const used = Array.from({ length: 59 }, () => {
    read()
    const recalled = keys.recall('k')
    vi.advanceTimersByTime(500)
    return recalled
  })
  read()

  expect(used).toEqual(Array(59).fill(known()))
  expect(keys.recall('k')).toBeUndefined()
})

test('beyond the maximum the one that was not used for longest is forgotten', () => {
  const { memory, keys, known, read } = aMemory({ entriesMax: 2 })
  read()
  for (const name of ['a', 'b']) keys.asking()(name, known())

  keys.recall('a')
  keys.asking()('c', known())

  expect(['a', 'b', 'c'].filter((name) => keys.recall(name) !== undefined)).toEqual(['a', 'c'])
  expect(memory.size).toBe(2)
})

test('an entry that nobody asks for again is not kept for longer than it can be used', () => {
  const { memory, keys, known } = aMemory()
  for (const name of ['a', 'b']) keys.asking()(name, known())

  vi.advanceTimersByTime(30_000)
  keys.asking()('c', known())

  expect(memory.size).toBe(1)
})

test('a change forgets what depends on it, and nothing else', () => {
  const { memory, keys, known, read } = aMemory()
  read()
  keys.asking()('own', known('key:1', 'organization:partner', 'organization:shop'))
  keys.asking()('sister', known('key:2', 'organization:partner', 'organization:sister'))
  keys.asking()('foreign', known('key:3', 'organization:foreign'))
  const left = () => ['own', 'sister', 'foreign'].filter((name) => keys.recall(name) !== undefined)

  memory.forget([])
  expect(left()).toEqual(['own', 'sister', 'foreign'])
  memory.forget(['key:2', 'organization:unknown'])
  expect(left()).toEqual(['own', 'foreign'])
  memory.forget(['organization:partner'])
  expect(left()).toEqual(['foreign'])
  memory.forget([EVERYTHING])
  expect(left()).toEqual([])
})

test('an entry that was being asked for when it changed is not used, and others are', () => {
  const { memory, keys, known, read } = aMemory()
  read()

  const [changed, other, all] = [keys.asking(), keys.asking(), keys.asking()]
  memory.forget(['key:1'])
  changed('k', known('key:1'))
  other('other', known('key:2'))
  const recalled = [keys.recall('k'), keys.recall('other')]
  memory.forget([EVERYTHING])
  all('all', known('key:3'))

  expect(recalled).toEqual([undefined, known('key:2')])
  expect(keys.recall('all')).toBeUndefined()
  keys.asking()('k', known('key:1'))
  expect(keys.recall('k')).toEqual(known('key:1'))
})

test('a change counts for as long as anything from before it is remembered, and then takes no memory', () => {
  const { memory, keys, known, read } = aMemory()
  const keep = keys.asking()
  memory.forget(['key:1'])

  vi.advanceTimersByTime(29_999)
  memory.forget(['key:2'])
  keep('k', known('key:1'))
  read()

  expect(keys.recall('k')).toBeUndefined()
})

test('a flood of changes forgets everything', () => {
  const { memory, keys, known, read } = aMemory()
  read()
  const keep = keys.asking()
  keep('k', known('key:1'))

  for (let change = 0; change <= 10_000; change += 1) memory.forget([`key:other ${change}`])
  keep('late', known('key:1'))

  expect([keys.recall('k'), keys.recall('late')]).toEqual([undefined, undefined])
  keys.asking()('k', known('key:1'))
  expect(keys.recall('k')).toEqual(known('key:1'))
})

test('kinds with equal names are kept apart', () => {
  const { memory, keys, known, read } = aMemory()
  read()
  const sessions = memory.of<string>('session', () => [])
  keys.asking()('same', known())

  expect(sessions.recall('same')).toBeUndefined()
})
