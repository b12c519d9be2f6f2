import { expect, test } from 'vitest'
import { follows, readSegment, segmentAt, segmentName } from './log-segment.ts'

test.each(['000000010000000000000001', '0000000A00000002000000FF'])(
  'the segment %s is read and named again',
  (name) => {
    const segment = readSegment(name)

    expect(segment && segmentName(segment)).toBe(name)
  },
)

test.each(['00000002.history', '000000010000000000000001.00000028.backup', 'archtemp.000000010000000000000001.9.1'])(
  '%s is not a segment',
  (name) => {
    expect(readSegment(name)).toBeUndefined()
  },
)

test('a position of the log is in a segment of its timeline', () => {
  expect(segmentAt('0/3000028', 1)).toBe('000000010000000000000003')
  expect(segmentAt('2/FF000000', 26)).toBe('0000001A00000002000000FF')
})

test('a segment follows the one before it, also across logs, and a later one leaves a gap', () => {
  const last = readSegment('0000000100000000000000FF')
  const next = readSegment('000000010000000100000000')
  const later = readSegment('000000010000000100000001')
  if (last === undefined || next === undefined || later === undefined) throw new Error('They are segments.')

  expect([follows(last, next), follows(last, later), follows(last, last)]).toEqual([true, false, true])
})
