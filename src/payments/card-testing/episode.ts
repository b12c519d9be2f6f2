// pure

/** When a merchant is taken to be under attack by somebody who tests stolen cards; the operator's to change. */
export type CardTestingLimits = {
  /** 0 turns the watch off. */
  readonly declinesMin: number
  /** The least share of the attempts that is declined. */
  readonly percentMin: number
  readonly windowMinutes: number
}

/** A merchant's latest episode of card testing. */
type Episode = { readonly beganAt: Temporal.Instant; readonly endedAt: Temporal.Instant | undefined }

/** The attempts of a merchant's payers within the window that ends now, by the database's clock. */
export type RecentAttempts = {
  readonly now: Temporal.Instant
  readonly declines: number
  readonly attempts: number
  readonly episode: Episode | undefined
}

/** `resumes`: an attack that comes back soon is the same episode, and nobody is alerted again. */
export type EpisodeChange = 'begins' | 'resumes' | 'ends' | 'none'

/** An attack that pauses for less than this is still the same. */
const PAUSE_MINUTES_MAX = 60
/** An episode ends when declines or their share are below the half of what began it, so that it does not flicker. */
const ENDS_BELOW = 0.5

/** Decides on a merchant's episode by the latest attempts. */
export function episodeChange(recent: RecentAttempts, limits: CardTestingLimits): EpisodeChange {
  const { now, episode } = recent
  if (episode !== undefined && episode.endedAt === undefined) return isOver(recent, limits) ? 'ends' : 'none'
  if (!fulfils(recent, limits, 1)) return 'none'
  const isSame =
    episode?.endedAt !== undefined &&
    Temporal.Instant.compare(now, episode.endedAt.add({ minutes: PAUSE_MINUTES_MAX })) < 0
  return isSame ? 'resumes' : 'begins'
}

/** It lasts for one window at least, so that a short pause of the attack does not end it. */
function isOver(recent: RecentAttempts, limits: CardTestingLimits): boolean {
  const { now, episode } = recent
  if (episode === undefined || limits.declinesMin === 0) return true
  const lasted = Temporal.Instant.compare(now, episode.beganAt.add({ minutes: limits.windowMinutes })) >= 0
  return lasted && !fulfils(recent, limits, ENDS_BELOW)
}

function fulfils(
  { declines, attempts }: RecentAttempts,
  { declinesMin, percentMin }: CardTestingLimits,
  part: number,
): boolean {
  if (declinesMin === 0 || declines < declinesMin * part) return false
  return declines * 100 >= attempts * percentMin * part
}

/** More attempts than this have the same effect, so that no more need to be counted. */
export function attemptsThatMatter(declines: number, { percentMin }: CardTestingLimits): number {
  return Math.floor((declines * 100) / (percentMin * ENDS_BELOW)) + 1
}

/** The fewest declines with which the number of attempts matters. */
export function declinesThatMatter({ declinesMin }: CardTestingLimits): number {
  return declinesMin * ENDS_BELOW
}
