import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CARD_TESTING } from '../../../test/support/data/card-testing.ts'
import { at } from '../../../test/support/data/invoices.ts'
import { attemptsThatMatter, declinesThatMatter, episodeChange, type RecentAttempts } from './episode.ts'

const NOW = at('2026-03-09T10:00:00Z')
const ago = (minutes: number) => NOW.subtract({ minutes })
const recent = (declines: number, attempts: number, episode?: RecentAttempts['episode']): RecentAttempts => ({
  ...{ now: NOW, declines, attempts, episode },
})
const open = (minutes: number) => ({ beganAt: ago(minutes), endedAt: undefined })
const ended = (minutes: number) => ({ beganAt: ago(minutes + 10), endedAt: ago(minutes) })

describe('an episode', () => {
  test.each([
    ['20 declines, all attempts', 20, 20, 'begins'],
    ['20 declines, a third of the attempts', 20, 60, 'begins'],
    ['20 declines, less than a third', 20, 61, 'none'],
    ['19 declines, all attempts', 19, 19, 'none'],
    ['many declines of a large merchant', 3_000, 60_000, 'none'],
    ['a large attack on a large merchant', 30_000, 60_000, 'begins'],
    ['nothing', 0, 0, 'none'],
  ])('begins with enough declines that are a large part of the attempts: %s', (_, declines, attempts, change) => {
    expect(episodeChange(recent(declines, attempts), CARD_TESTING)).toBe(change)
  })

  test.each([
    ['within its first window, however quiet', 0, 0, 9, 'none'],
    ['as long as half of the declines go on', 10, 10, 10, 'none'],
    ['with fewer', 9, 9, 10, 'ends'],
    ['as long as they are a sixth of the attempts', 20, 121, 10, 'none'],
    ['when they are less', 20, 122, 10, 'ends'],
    ['when nobody pays any more', 0, 0, 10, 'ends'],
  ])('ends by itself below the half of what began it: %s', (_, declines, attempts, minutes, change) => {
    expect(episodeChange(recent(declines, attempts, open(minutes)), CARD_TESTING)).toBe(change)
  })

  test.each([
    [1, 'resumes'],
    [59, 'resumes'],
    [60, 'begins'],
  ])('that ended %d minutes ago %s when the attack comes back', (minutes, change) => {
    expect(episodeChange(recent(20, 40, ended(minutes)), CARD_TESTING)).toBe(change)
    expect(episodeChange(recent(5, 40, ended(minutes)), CARD_TESTING)).toBe('none')
  })

  test('without a limit of declines never begins, and ends if it had begun', () => {
    const off = { ...CARD_TESTING, declinesMin: 0 }

    expect(episodeChange(recent(500, 500), off)).toBe('none')
    expect(episodeChange(recent(500, 500, open(1)), off)).toBe('ends')
  })
})

const limits = fc.record({
  declinesMin: fc.integer({ min: 1, max: 100 }),
  percentMin: fc.integer({ min: 1, max: 100 }),
  windowMinutes: fc.integer({ min: 1, max: 60 }),
})
const counts = fc
  .tuple(fc.nat(300), fc.nat(30_000))
  .map(([declines, others]) => ({ declines, attempts: declines + others }))

test('an episode that has just begun is never over, whatever the limits', () => {
  fc.assert(
    fc.property(limits, counts, (given, { declines, attempts }) => {
      const began = episodeChange(recent(declines, attempts), given) === 'begins'
      const later = episodeChange(recent(declines, attempts, open(given.windowMinutes)), given)
      expect(began && later === 'ends').toBe(false)
    }),
  )
})

test('attempts beyond those that matter are not worth counting', () => {
  fc.assert(
    fc.property(limits, counts, fc.boolean(), (given, { declines, attempts }, isOpen) => {
      const episode = isOpen ? open(given.windowMinutes) : undefined
      const counted =
        declines < declinesThatMatter(given) ? declines : Math.min(attempts, attemptsThatMatter(declines, given))
      expect(episodeChange(recent(declines, counted, episode), given)).toBe(
        episodeChange(recent(declines, attempts, episode), given),
      )
    }),
  )
})
